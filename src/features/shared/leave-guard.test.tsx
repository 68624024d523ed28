// @vitest-environment jsdom
/** Back, Forward and links ask the guard; after a refusal, address and history are unchanged. Uses jsdom's own history. */
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { BrowserRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GuardedNavigation, useLeaveGuard } from './leave-guard'

let root: Root
let navigate: NavigateFunction
/** Whether input would be lost. */
let holds: boolean
/** Callbacks that continue the navigations that were asked about. */
let asked: (() => void)[]
/** The address that the page shows, which may differ from the browser's. */
let shown: string

function report(go: NavigateFunction, at: string) {
  navigate = go
  shown = at
}

function Form() {
  useLeaveGuard({ holds: () => holds, ask: (proceed) => void asked.push(proceed) })
  return null
}
function Page() {
  const go = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => report(go, pathname + search))
  return pathname === '/users' && search === '?form=edit' ? <Form /> : null
}
const address = () => window.location.pathname + window.location.search
const go = (to: string, replace = false) => act(async () => navigate(to, { replace }))
/** Moves in the browser's history like its buttons, and waits until all resulting moves are over. */
const moves = (delta: number) => moved(() => window.history.go(delta), holds ? 2 : 1)
/** @param times number of moves of the browser: two where a move is reverted */
async function moved(start: () => void, times: number) {
  const before = moveCount
  await act(async () => {
    start()
    await vi.waitFor(() => expect(moveCount).toBe(before + times))
  })
}
let moveCount = 0
const count = () => void (moveCount += 1)

beforeEach(async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  holds = false
  asked = []
  // Added before the guard's own listener, which stops the event.
  window.addEventListener('popstate', count, { capture: true })
  window.history.pushState(null, '', '/start')
  root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <BrowserRouter useTransitions={false}>
        <GuardedNavigation>
          <Page />
        </GuardedNavigation>
      </BrowserRouter>,
    ),
  )
  await go('/users')
  await go('/users?form=edit')
  await go('/later')
  await moves(-1)
})
afterEach(async () => {
  window.removeEventListener('popstate', count, { capture: true })
  await act(async () => root.unmount())
})

test.each([
  ['Back', -1, '/users'],
  ['Forward', 1, '/later'],
  ['two steps back', -2, '/start'],
])('%s asks, stays with address and history intact, and goes once it is told to', async (_name, delta, to) => {
  holds = true
  await moves(delta)
  expect([asked.length, shown, address()]).toEqual([1, '/users?form=edit', '/users?form=edit'])

  // After staying, the same move asks again, from the same entry.
  await moves(delta)
  expect([asked.length, shown, address()]).toEqual([2, '/users?form=edit', '/users?form=edit'])

  holds = false
  await moved(asked[1]!, 1)
  expect([asked.length, shown, address()]).toEqual([2, to, to])
  await moves(-delta)
  expect([shown, address()]).toEqual(['/users?form=edit', '/users?form=edit'])
})

test('a link asks, and adds no history entry before the answer', async () => {
  holds = true
  await go('/admin')
  expect([asked.length, shown, address()]).toEqual([1, '/users?form=edit', '/users?form=edit'])
  holds = false
  await act(async () => asked[0]!())
  expect([shown, address()]).toEqual(['/admin', '/admin'])
})

test('a page without input is left without a question', async () => {
  await moves(-1)
  expect([asked.length, shown]).toEqual([0, '/users'])
  await go('/users?form=edit')
  await go('/admin')
  expect([asked.length, shown]).toEqual([0, '/admin'])
})

test('a change of the view on the same page does not ask', async () => {
  holds = true
  await go('/users?form=edit&q=a', true)
  expect([asked.length, shown]).toEqual([0, '/users?form=edit&q=a'])
})

test('an unmounted guard does not ask', async () => {
  await moves(-1)
  holds = true
  await go('/admin')
  expect([asked.length, shown]).toEqual([0, '/admin'])
})
