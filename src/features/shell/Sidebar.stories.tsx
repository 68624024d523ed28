import { useState } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from '@storybook/test'
import { SIDEBAR_WIDTH } from '@contract/constants'
import { toggleOpen } from './menu-state'
import { InRouter, SMALL_MENU, WHOLE_MENU } from './shell.story-kit'
import { Sidebar, type SidebarProps } from './Sidebar'

/** The view with the state that a container would keep. */
function Kept({ open: first, collapsed: narrow, ...props }: SidebarProps) {
  const [open, setOpen] = useState(first)
  const [collapsed, setCollapsed] = useState(narrow)
  return (
    <InRouter path={props.path}>
      <div
        style={{
          display: 'grid',
          width: collapsed ? SIDEBAR_WIDTH.collapsed : SIDEBAR_WIDTH.expanded,
          height: '100vh',
        }}
      >
        <Sidebar
          {...props}
          open={open}
          collapsed={collapsed}
          onToggle={(title) => {
            props.onToggle(title)
            setOpen(toggleOpen(open, title))
          }}
          onCollapse={(next) => {
            props.onCollapse(next)
            setCollapsed(next)
          }}
        />
      </div>
    </InRouter>
  )
}

const meta = {
  title: 'Features/Shell/Sidebar',
  component: Sidebar,
  parameters: { layout: 'fullscreen' },
  args: {
    collapsed: false,
    menu: WHOLE_MENU,
    path: '/',
    open: new Set(['Money', 'Withdrawals', 'Support']),
    onToggle: fn(),
    onCollapse: fn(),
    connection: { state: 'live', nextTryAt: null },
    onFind: fn(),
    onFindNear: fn(),
    look: { theme: 'light', density: 'default', onTheme: fn(), onDensity: fn() },
  },
  render: (args) => <Kept key={args.path} {...args} />,
} satisfies Meta<typeof Sidebar>
export default meta
type Story = StoryObj<typeof meta>

export const Expanded: Story = {}

export const WithCurrentPage: Story = {
  args: { path: '/users', open: new Set<string>() },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
    await expect(canvas.getAllByRole('link').filter((link) => link.getAttribute('aria-current'))).toHaveLength(1)
    const people = canvas.getByRole('button', { name: 'People' })
    await expect(people).toHaveAttribute('aria-expanded', 'true')
    await userEvent.click(people)
    await expect(args.onToggle).not.toHaveBeenCalled()
    await expect(canvas.getByRole('link', { name: 'Users' })).toBeVisible()
  },
}

export const WithCurrentPageInGroup: Story = {
  args: { path: '/withdrawal/manual-withdrawal', open: new Set<string>() },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Withdrawals' })).toHaveAttribute('aria-expanded', 'true')
    await expect(canvas.getByRole('link', { name: 'Manual withdrawal' })).toHaveAttribute('aria-current', 'page')
  },
}

export const WithSmallMenu: Story = {
  args: { menu: SMALL_MENU, open: new Set(['People', 'Money', 'Deposit', 'Support', 'Workforce', 'Shift']) },
}

export const Loading: Story = {
  args: { menu: null },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('status').map((said) => said.textContent)).toEqual(['Loading the menu', 'Live'])
    await expect(canvas.getAllByRole('link')).toHaveLength(1)
  },
}

export const WhenOpenedByKeyboard: Story = {
  args: { open: new Set<string>() },
  play: async ({ canvas, userEvent, args }) => {
    canvas.getByRole('button', { name: 'Money' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onToggle).toHaveBeenCalledWith('Money')
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Deposit' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(canvas.getByRole('link', { name: 'Crypto deposit' })).toBeInTheDocument()
    await userEvent.keyboard(' ')
    await expect(canvas.queryByRole('link', { name: 'Crypto deposit' })).toBeNull()
  },
}

export const WhenLookIsChanged: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Theme: Light. Switch to Dark' }))
    await expect(args.look.onTheme).toHaveBeenCalledWith('dark')
    await userEvent.click(canvas.getByRole('button', { name: 'Rows: Default, 40 px. Switch to Comfortable, 48 px' }))
    await expect(args.look.onDensity).toHaveBeenCalledWith('comfortable')
  },
}

export const Collapsed: Story = { args: { collapsed: true, path: '/withdrawal/manual-withdrawal' } }

export const CollapsedLoading: Story = { args: { collapsed: true, menu: null } }

export const WhenCollapsed: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse the sidebar' }))
    await expect(args.onCollapse).toHaveBeenCalledWith(true)
    await expect(canvas.getByRole('button', { name: 'Rewards' })).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(canvas.getByRole('button', { name: 'Expand the sidebar' }))
    await expect(args.onCollapse).toHaveBeenCalledWith(false)
  },
}

export const WithFlyOut: Story = {
  args: { collapsed: true, path: '/withdrawal/manual-withdrawal' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Money/ }))
    const flyOut = await canvas.findByRole('group', { name: 'Money' })
    await expect(flyOut).toHaveTextContent('10 pages')
    await expect(canvas.getByRole('link', { name: 'Manual withdrawal' })).toHaveAttribute('aria-current', 'page')
    await expect(flyOut.getBoundingClientRect().width).toBe(248)
  },
}

export const WithFlyOutByKeyboard: Story = {
  args: { collapsed: true },
  play: async ({ canvas, userEvent }) => {
    const tile = canvas.getByRole('button', { name: 'Support' })
    tile.focus()
    await userEvent.keyboard('{ArrowRight}')
    const first = await canvas.findByRole('link', { name: 'Support tickets' })
    await waitFor(() => expect(first).toHaveFocus())
    await userEvent.keyboard('{ArrowDown}')
    await expect(canvas.getByRole('link', { name: 'Quick chat' })).toHaveFocus()
    await userEvent.keyboard('{End}{ArrowDown}')
    await expect(canvas.getByRole('link', { name: 'Support tickets' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(tile).toHaveFocus()
    await expect(canvas.queryByRole('group')).toBeNull()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('link', { name: 'Support tickets' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect(tile).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab({ shift: true })
    await userEvent.tab({ shift: true })
    await expect(canvas.queryByRole('group')).toBeNull()
  },
}

export const WithFlyOutByHover: Story = {
  args: { collapsed: true },
  play: async ({ canvas, userEvent }) => {
    const play = canvas.getByRole('button', { name: 'Play' })
    const system = canvas.getByRole('button', { name: 'System' })
    await userEvent.hover(play)
    await expect(canvas.queryByRole('group')).toBeNull()
    await waitFor(() => expect(canvas.getByRole('group', { name: 'Play' })).toBeVisible())
    await userEvent.hover(system)
    await waitFor(() => expect(canvas.getByRole('group', { name: 'System' })).toBeVisible())
    await expect(canvas.queryByRole('group', { name: 'Play' })).toBeNull()
    await userEvent.unhover(system)
    await waitFor(() => expect(canvas.queryByRole('group')).toBeNull())
    await userEvent.click(play)
    await expect(canvas.getByRole('group', { name: 'Play' })).toBeInTheDocument()
    await userEvent.click(play)
    await expect(canvas.queryByRole('group')).toBeNull()
  },
}

/** Entries whose pages are not built yet are marked, for screen readers too. */
export const WithPagesToCome: Story = {
  args: { open: new Set(['Support', 'People']) },
  play: async ({ canvas }) => {
    const chat = canvas.getByRole('link', { name: 'Quick chat' })
    await expect(chat).toHaveAttribute('aria-description', 'Not available yet')
    await expect(chat).toHaveTextContent('Soon')
    await expect(canvas.getByRole('link', { name: 'Support tickets' })).not.toHaveTextContent('Soon')
  },
}
