import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { useSelector } from '@xstate/react'
import { selectIsKnown } from '@machines/access/access.view'
import { readingMachine } from '@machines/reading/reading.machine'
import { requestAdjustment } from '@mocks/approvals'
import { failing, override, pending } from '@mocks/browser'
import type { Caller } from '@mocks/call'
import { db } from '@mocks/db'
import type { Responder } from '@mocks/overrides'
import { inState } from '@tests/kit/in-state'
import { consoleStory, StoryConsole, toasted } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import { useConsole } from '@console/console'
import HomeContainer from './Home.container'

const meta = {
  title: 'Flows/Home',
  component: KnownHome,
  parameters: { layout: 'fullscreen' },
  beforeEach: consoleStory(),
} satisfies Meta<typeof KnownHome>
export default meta
type Story = StoryObj<typeof meta>

/** Like the frame: the page renders once the rights are known. */
function KnownHome() {
  const known = useSelector(useConsole().actors.access, selectIsKnown)
  return known && <HomeContainer />
}

const as = (role: string): Pick<Story, 'decorators'> => ({
  decorators: [
    (Shown) => (
      <StoryConsole signedInAs={role}>
        <Shown />
      </StoryConsole>
    ),
  ],
})

export const AsSuperAdmin: Story = {
  ...as('SUPER_ADMIN'),
  play: async ({ canvas }) => {
    await seen(canvas.findByRole('link', { name: /^Documents to review \d/ }))
    await seen(canvas.findByRole('link', { name: /^My open tickets \d/ }))
    await seen(canvas.findByRole('link', { name: /^Admins \d/ }))
  },
}

export const AsSupport: Story = {
  ...as('SUPPORT_AGENT'),
  play: async ({ canvas }) => {
    await seen(canvas.findByRole('link', { name: /^My open tickets \d/ }))
    await expect(canvas.queryByRole('link', { name: /^Documents/ })).toBeNull()
    await seen(canvas.findByRole('link', { name: /^Users \d/ }))
  },
}

/** A colleague asks for the void of a spin, which nobody else may decide than who may change spins. */
const voidIsAsked: NonNullable<Story['beforeEach']> = (context) => {
  const end = consoleStory()(context)
  const staff = db.staff.find(({ role }) => role === 'FINANCE')!
  const body = { direction: 'UP', account: 'CASH', amount: '5.00', reason_code: 'GOODWILL', note: 'Counted twice' }
  requestAdjustment(db.users[0] as never, body, new Date().toISOString(), { staff } as Caller)
  Object.assign(db.approvals.at(-1)!, {
    policy: 'SPIN_VOID',
    permission: 'DailySpinRecords',
    title: 'Void the spin Cash 5: Amara Silva',
  })
  return end
}
/** The queue holds what the person may decide, whichever right that needs; this person may not change money. */
export const ToApproveAsRisk: Story = {
  ...as('RISK'),
  beforeEach: voidIsAsked,
  play: async ({ canvas }) => {
    await seen(canvas.findByRole('link', { name: /Void the spin Cash 5: Amara Silva/ }))
  },
}

/** The usual counts the first time, then this response. */
const onceThen =
  (then: Responder): NonNullable<Story['beforeEach']> =>
  (context) => {
    let asked = 0
    consoleStory(override('profile.counts', (usual, request) => (asked++ === 0 ? usual() : then(usual, request))))(
      context,
    )
  }
export const Retrying: Story = {
  ...as('SUPER_ADMIN'),
  parameters: { statechart: inState(readingMachine, 'retrying') },
  beforeEach: onceThen(pending),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Count again' }))
    await expect(canvas.getByRole('link', { name: /^Admins \d/ })).toBeVisible()
  },
}
export const Outdated: Story = {
  ...as('SUPER_ADMIN'),
  parameters: { statechart: inState(readingMachine, 'outdated') },
  beforeEach: onceThen(failing(500)),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Count again' }))
    await seen(canvas.findByText(/^These figures may be old/))
    await expect(toasted.mock.calls.filter(([kind]) => kind === 'error')).toHaveLength(1)
    await expect(canvas.getByRole('link', { name: /^Admins \d/ })).toBeVisible()
  },
}

let failures = 0
export const WhenCountingFailsOnce: Story = {
  ...as('SUPER_ADMIN'),
  beforeEach: (context) => {
    failures = 0
    consoleStory(
      override('profile.counts', (usual, request) => (failures++ === 0 ? failing(500)(usual, request) : usual())),
    )(context)
  },
  play: async ({ canvas, userEvent }) => {
    await seen(canvas.findByText('The figures could not be counted'))
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await seen(canvas.findByRole('link', { name: /^Admins \d/ }))
  },
}
