import { useState } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from '@storybook/test'
import { PREFETCH_MARGIN } from '@contract/constants'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { Bell } from 'lucide-react'
import { toggleOpen } from './menu-state'
import { Shell, type ShellProps } from './Shell'
import { InRouter, MARTA, SMALL_MENU, WHOLE_MENU } from './shell.story-kit'
import { ActionBones } from './TopBar'

/** The view with the state that a container would keep. */
function Kept(props: ShellProps) {
  const [open, setOpen] = useState(props.open)
  return (
    <InRouter path={props.path}>
      <Shell
        {...props}
        open={open}
        onToggle={(title) => {
          props.onToggle(title)
          setOpen(toggleOpen(open, title))
        }}
      />
    </InRouter>
  )
}

const page = (
  <div style={{ padding: 24 }}>
    <p>What the page holds stands here.</p>
  </div>
)

const meta = {
  title: 'Features/Shell/Shell',
  component: Shell,
  parameters: { layout: 'fullscreen' },
  args: {
    layout: 'expanded',
    menu: WHOLE_MENU,
    path: '/users',
    title: ['Users'],
    open: new Set(['Money', 'Support']),
    onToggle: fn(),
    onCollapse: fn(),
    look: { theme: 'light', density: 'default', onTheme: fn(), onDensity: fn() },
    person: MARTA,
    trouble: null,
    page: { is: 'ready' },
    connection: { state: 'live', since: 0, nextTryAt: null },
    onFind: fn(),
    onFindNear: fn(),
    onHelp: fn(),
    onMessages: fn(),
    onRights: fn(),
    onChangePassword: fn(),
    onSignOut: fn(),
    onNear: fn(),
    prefetchAllowed: false,
    children: page,
  },
  render: (args) => <Kept key={args.path} {...args} />,
} satisfies Meta<typeof Shell>
export default meta
type Story = StoryObj<typeof meta>

export const Wide: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(canvas.getByRole('banner')).toHaveTextContent('Users')
    await expect(canvas.getByRole('main')).toHaveAttribute('id', 'content')
    await expect(canvas.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await userEvent.tab()
    const skip = canvas.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('main')).toHaveFocus()
    await expect(location.hash).toBe('')
  },
}

export const WithParents: Story = { args: { path: '/deposit/manual-deposit', title: ['Deposit', 'Manual deposit'] } }

export const Medium: Story = { args: { layout: 'collapsed' }, globals: { viewport: { value: 'medium' } } }

export const Narrow: Story = {
  args: { layout: 'collapsed', path: '/withdrawal/manual-withdrawal', title: ['Withdrawals', 'Manual withdrawal'] },
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('marta_l').parentElement!.getBoundingClientRect().width).toBe(1)
    await expect(canvas.getByRole('button', { name: 'Online marta_l Account menu' })).toBeVisible()
  },
}

export const Phone: Story = {
  args: { layout: 'phone', path: '/deposit/manual-deposit', title: ['Deposit', 'Manual deposit'] },
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    const bar = within(canvas.getByRole('navigation', { name: 'Main' }))
    await expect(bar.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Home',
      'People',
      'Money',
      'Support',
      'Menu',
    ])
    await expect(canvas.getByRole('navigation', { name: 'Main' }).getBoundingClientRect().height).toBe(65)
  },
}

export const PhoneWithSmallMenu: Story = {
  args: { layout: 'phone', menu: SMALL_MENU, path: '/shift', title: ['Shift', 'Shift'] },
  globals: { viewport: { value: 'narrowest' } },
}

/** A window this low is zoomed: the bar is lower, and keeps its icons. */
export const PhoneInALowWindow: Story = {
  args: { layout: 'phone' },
  globals: { viewport: { value: 'low' } },
  play: async ({ canvas }) => {
    const bar = canvas.getByRole('navigation', { name: 'Main' })
    await expect(window.innerHeight).toBeLessThanOrEqual(400)
    const items = within(bar).getAllByRole('listitem')
    for (const item of items) {
      await expect(item.querySelector('svg')).toBeVisible()
      await expect(item.scrollHeight).toBeLessThanOrEqual(item.clientHeight)
    }
    await expect(bar.getBoundingClientRect().height).toBeLessThanOrEqual(46)
  },
}

export const PhoneWithMenu: Story = {
  args: { layout: 'phone' },
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Menu' })
    await userEvent.click(button)
    const sheet = within(await canvas.findByRole('dialog', { name: 'Menu' }))
    await expect(sheet.getByRole('heading', { name: 'Menu' })).toHaveFocus()
    await userEvent.type(sheet.getByRole('searchbox', { name: 'Find a page' }), 'crypto')
    await expect(sheet.getAllByRole('link').map((link) => link.querySelector('span')!.textContent)).toEqual([
      'Crypto deposit',
      'Crypto withdrawal',
      'Crypto coins',
    ])
    await userEvent.keyboard(' zebra')
    await expect(sheet.getByText('No page is called “crypto zebra”')).toBeVisible()
    await userEvent.click(sheet.getByRole('button', { name: 'Clear the filter' }))
    await userEvent.click(sheet.getByRole('button', { name: 'Rewards' }))
    await expect(args.onToggle).toHaveBeenCalledWith('Rewards')
    await userEvent.click(sheet.getByRole('button', { name: 'Close the menu' }))
    await waitFor(() => expect(canvas.queryByRole('dialog')).toBeNull())
    await expect(button).toHaveFocus()
  },
}

export const PhoneWithMenuAtSection: Story = {
  args: { layout: 'phone', open: new Set<string>() },
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Support' }))
    const sheet = within(await canvas.findByRole('dialog', { name: 'Menu' }))
    await expect(sheet.getByRole('button', { name: 'Support' })).toHaveFocus()
    await expect(sheet.getByRole('button', { name: 'Support' })).toHaveAttribute('aria-expanded', 'true')
    await userEvent.click(sheet.getByRole('link', { name: 'Quick chat' }))
    await waitFor(() => expect(canvas.queryByRole('dialog')).toBeNull())
  },
}

export const WhenTheFinderIsUsed: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const finder = canvas.getByRole('button', { name: 'Find a page or record' })
    await expect(finder).toHaveAttribute('aria-keyshortcuts', 'Control+K Meta+K')
    finder.focus()
    await expect(args.onFindNear).toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    await expect(args.onFind).toHaveBeenCalledOnce()
  },
}
export const WhenTheFinderIsUsedOnAPhone: Story = {
  args: { layout: 'phone' },
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Find a page or record' }))
    await expect(args.onFind).toHaveBeenCalledOnce()
  },
}

export const LoadingProfile: Story = {
  args: { menu: null, person: null, page: { is: 'ready' } },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('status').map((said) => said.textContent)).toEqual([
      'Loading the menu',
      'Live',
      'Loading your profile',
    ])
    await expect(canvas.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  },
}

/** The profile and the live parts arrive: what stands already stays where it is. */
function Arriving(props: ShellProps) {
  const [isThere, setThere] = useState(false)
  return (
    <Kept
      {...props}
      person={isThere ? MARTA : null}
      username={MARTA.username}
      actions={
        isThere ? (
          <IconButton label="Notifications" icon={Bell} iconSize="topBar" size="large" badge={3} />
        ) : (
          <ActionBones />
        )
      }
    >
      <button type="button" onClick={() => setThere(true)}>
        Arrive
      </button>
    </Kept>
  )
}
export const WhenProfileAndLivePartsArrive: Story = {
  render: (args) => <Arriving {...args} />,
  play: async ({ canvas, canvasElement, userEvent }) => {
    await document.fonts.ready
    const bones = canvasElement.querySelector('header [aria-hidden]')!
    const before = canvas.getByText('Loading your profile').parentElement!.getBoundingClientRect()
    const bell = [...canvasElement.querySelectorAll('header > div:last-child > span')].at(2)!.getBoundingClientRect()
    await expect(bones).toBeInTheDocument()
    await userEvent.click(canvas.getByRole('button', { name: 'Arrive' }))
    const avatar = canvas.getByRole('button', { name: /Account menu/ }).getBoundingClientRect()
    await expect([avatar.left, avatar.width]).toEqual([before.left, before.width])
    await expect(canvas.getByRole('button', { name: 'Notifications' }).getBoundingClientRect().left).toBe(bell.left)
  },
}
export const WhenProfileAndLivePartsArriveOnAPhone: Story = {
  render: (args) => <Arriving {...args} layout="phone" />,
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    const left = () => canvas.getByRole('button', { name: 'Find a page or record' }).getBoundingClientRect().left
    const before = left()
    await userEvent.click(canvas.getByRole('button', { name: 'Arrive' }))
    await expect(canvas.getByRole('button', { name: 'Notifications' })).toBeVisible()
    await expect(left()).toBe(before)
  },
}

export const LoadingAccess: Story = {
  args: { menu: null, page: { is: 'loading' } },
  play: async ({ canvas }) => {
    await expect(within(canvas.getByRole('main')).getByRole('status')).toHaveTextContent('Loading your permissions')
    await expect(canvas.queryByText('What the page holds stands here.')).toBeNull()
  },
}

export const AccessFailed: Story = {
  args: {
    menu: [],
    page: {
      is: 'failed',
      problem: 'The server cannot be reached. Nothing was changed. Check the connection, then try again.',
      requestId: 'req-58112',
      onRetry: fn(),
    },
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.page).toHaveProperty('onRetry.mock.calls.length', 1)
  },
}

export const Offline: Story = {
  args: {
    person: { ...MARTA, online: false },
    connection: { state: 'offline', since: Date.parse('2026-11-20T14:32:08'), nextTryAt: null },
  },
  play: async ({ canvas }) => {
    await expect(within(canvas.getByRole('main')).getByRole('status')).toHaveTextContent(
      'You have been offline since 14:32:08. What you see may be out of date, and nothing can be saved.',
    )
    await expect(within(canvas.getByRole('navigation', { name: 'Main' })).getByRole('status')).toHaveTextContent(
      'Offline',
    )
    await expect(canvas.getByRole('button', { name: 'Offline marta_l Account menu' })).toBeVisible()
  },
}

export const WhenPrefetchIsAllowed: Story = {
  args: { prefetchAllowed: true, open: new Set(WHOLE_MENU.map((section) => section.title)) },
  play: async ({ canvas, args, userEvent }) => {
    const nav = canvas.getByRole('navigation', { name: 'Main' })
    const links = within(nav)
      .getAllByRole('link')
      .map((link) => ({ route: link.getAttribute('href')!, top: link.getBoundingClientRect().top }))
    const near = links.filter(({ top }) => top < innerHeight)
    const far = links.filter(({ top }) => top > innerHeight + PREFETCH_MARGIN)
    await expect(far.length).toBeGreaterThan(0)
    for (const { route } of near) await waitFor(() => expect(args.onNear).toHaveBeenCalledWith(route, 'near'))
    for (const { route } of far) await expect(args.onNear).not.toHaveBeenCalledWith(route, 'near')
    // The sidebar's own scroller clips these, but they are within the margin.
    const clipped = links.filter(({ top }) => top > innerHeight && top < innerHeight + PREFETCH_MARGIN / 2)
    await expect(clipped.length).toBeGreaterThan(0)
    for (const { route } of clipped) await expect(args.onNear).toHaveBeenCalledWith(route, 'near')
    await userEvent.hover(canvas.getByRole('link', { name: 'Users' }))
    await expect(args.onNear).toHaveBeenLastCalledWith('/users', 'aimed')
    canvas.getByRole('link', { name: 'Admins' }).focus()
    await expect(args.onNear).toHaveBeenLastCalledWith('/admin', 'aimed')
  },
}

export const WhenPrefetchIsNotAllowed: Story = {
  play: async ({ args, canvas }) => {
    await waitFor(() => expect(canvas.getByRole('link', { name: 'Admins' })).toBeVisible())
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await expect(args.onNear).not.toHaveBeenCalled()
  },
}
