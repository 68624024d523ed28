import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, screen, waitFor } from '@storybook/test'
import {
  ArrowLeftRight,
  ArrowUpFromLine,
  CalendarClock,
  CircleCheck,
  Contrast,
  Download,
  LifeBuoy,
  ReceiptText,
  Users,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
import { guide } from '../../foundations/guide.story-kit'
import { Badge } from '../../primitives/Badge/Badge'
import { Button } from '../../primitives/Button/Button'
import { StatusPill } from '../../primitives/StatusPill/StatusPill'
import { CommandPalette, type CommandPaletteProps, type PaletteGroup, type PaletteItem } from './CommandPalette'
import { marksIn, rank } from './rank'

const PAGES: PaletteItem[] = [
  {
    id: 'manual',
    title: 'Manual withdrawal',
    parents: ['Withdrawals'],
    icon: ArrowUpFromLine,
    note: 'Money',
    href: '#manual',
    state: <Badge tone="warning" count={11} cap={Infinity} word="waiting" />,
  },
  {
    id: 'crypto',
    title: 'Crypto withdrawal',
    parents: ['Withdrawals'],
    icon: ArrowUpFromLine,
    note: 'Money',
    href: '#crypto',
    state: <Badge tone="warning" count={3} word="waiting" />,
  },
  { id: 'platform', title: 'Platform withdrawal', icon: ArrowLeftRight, note: 'Money', href: '#platform' },
  {
    id: 'history',
    title: 'Shift history',
    parents: ['Shift'],
    icon: CalendarClock,
    note: 'Workforce',
    href: '#history',
  },
  { id: 'users', title: 'Users', icon: Users, note: 'People', href: '#users' },
]
const RECORDS: PaletteItem[] = [
  {
    id: 'W-58112',
    lead: 'W-58112',
    title: 'Elena Vasquez',
    detail: 'withdrawal of 4,200.00 USD',
    icon: ReceiptText,
    href: '#w',
    state: (
      <StatusPill tone="violet" icon={UsersRound} size="list">
        Needs 2nd approval
      </StatusPill>
    ),
  },
  {
    id: 'T-10482',
    lead: 'T-10482',
    title: 'Withdrawal pending for 26 hours',
    icon: LifeBuoy,
    href: '#t',
    state: (
      <StatusPill tone="success" icon={CircleCheck} size="list">
        Resolved
      </StatusPill>
    ),
  },
]
const ACTIONS: PaletteItem[] = [
  { id: 'export', title: 'Export withdrawals of today', icon: Download },
  { id: 'theme', title: 'Switch to the dark theme', icon: Contrast, keys: 'Mod+D' },
]

/** The view with the behaviour of a container: it searches, and closes. */
function Finding({ groups, opened, ...props }: CommandPaletteProps & { /** Is open at first. */ opened: boolean }) {
  const [open, setOpen] = useState(opened)
  const [query, setQuery] = useState(props.query)
  const found = groups.map((group) => ({
    ...group,
    items:
      group.title === 'Records'
        ? group.items.map((item) => ({ ...item, marks: marksIn(item.title, query) }))
        : rank(group.items, query).map(({ item, marks }) => ({ ...item, marks })),
  }))
  return (
    <div style={{ padding: 24 }}>
      <Button onClick={() => setOpen(true)}>Find a page or record</Button>
      {open && (
        <CommandPalette
          {...props}
          groups={found}
          query={query}
          onQueryChange={setQuery}
          onClose={() => {
            props.onClose()
            setOpen(false)
          }}
        />
      )}
    </div>
  )
}

const groups = (records: Partial<PaletteGroup> = {}): PaletteGroup[] => [
  { title: 'Pages', items: PAGES },
  { title: 'Records', items: RECORDS, ...records },
  { title: 'Actions', items: ACTIONS },
]

const meta = {
  title: 'Design System/Components/CommandPalette',
  component: CommandPalette,
  parameters: {
    layout: 'fullscreen',
    ...guide(
      'Pages, records and actions in one list, found by a few letters and used with the keyboard: arrows move, Enter opens, Ctrl Enter opens a new tab, Esc closes and the focus returns.',
      [
        'List only what the person may open.',
        'Rank by match, then by how often it was opened.',
        'Put the id before a record, and its state after it.',
      ],
      [
        'Start an irreversible action without its confirmation.',
        'Make it the only way to a page: everything in it is reachable without it.',
      ],
      560,
    ),
  },
  args: {
    label: 'Find a page or record',
    query: 'with',
    groups: groups(),
    onQueryChange: fn(),
    onChoose: fn(),
    onClose: fn(),
    nothingText: 'Only what your role may open is found.',
    note: 'Only what your role may open',
  },
  render: (args, { parameters }) => <Finding {...args} opened={parameters.closedAtFirst !== true} />,
} satisfies Meta<typeof CommandPalette>
export default meta
type Story = StoryObj<typeof meta>

const field = () => screen.findByRole('combobox', { name: 'Find a page or record' })
const active = () => document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant')!)
const titles = () => screen.getAllByRole('option').map((option) => option.querySelector('bdi')?.textContent)

export const Found: Story = {
  play: async () => {
    await expect(await field()).toHaveFocus()
    await expect(active()).toHaveTextContent('Manual withdrawal')
    await expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'with',
      'with',
      'with',
      'With',
      'with',
    ])
  },
}
export const Matrix: Story = { ...Found, tags: ['picture-overlay'] }
export const Dark: Story = { ...Found, globals: { theme: 'dark' } }
export const Phone: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async () => waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()),
}

export const WhenOpenedByKeyboard: Story = {
  parameters: { closedAtFirst: true },
  args: { query: '' },
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'Find a page or record' })
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(await field()).toHaveFocus()
    await userEvent.keyboard('hist')
    await expect(titles()[0]).toBe('Shift history')
    await userEvent.keyboard('{Enter}')
    await expect(args.onChoose).toHaveBeenCalledWith(expect.objectContaining({ id: 'history' }), { newTab: false })
    // The simulated keyboard repeats the change event of typed text when its field is removed: it is sent here before.
    await fireEvent.blur(screen.getByRole('combobox'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
  },
}

export const WhenMovedByArrows: Story = {
  play: async ({ args, userEvent }) => {
    await field()
    await userEvent.keyboard('{ArrowDown}')
    await expect(active()).toHaveTextContent('Crypto withdrawal')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    // Wraps around to the last of the actions.
    await expect(active()).toHaveTextContent('Export withdrawals of today')
    await userEvent.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
    await expect(args.onChoose).toHaveBeenCalledWith(expect.objectContaining({ id: 'manual' }), { newTab: true })
  },
}

/** Ctrl Enter on an action performs it: there is nothing to open in a tab. */
export const WhenAnActionIsChosen: Story = {
  args: { query: 'export' },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole('option', { name: 'Export withdrawals of today' }))
    await expect(args.onChoose).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'export' }), { newTab: false })
    await expect(screen.getByRole('combobox')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{Control>}{Enter}{/Control}')
    await expect(args.onChoose).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'T-10482' }), { newTab: true })
  },
}

/** Lines are real links: a click with Ctrl requests a new tab, a middle click works natively. */
export const WhenClickedWithCtrl: Story = {
  play: async ({ args, userEvent }) => {
    const link = await screen.findByRole('option', { name: /Crypto withdrawal/ })
    await expect(link).toHaveAttribute('href', '#crypto')
    await userEvent.keyboard('{Control>}')
    await userEvent.click(link)
    await userEvent.keyboard('{/Control}')
    await expect(args.onChoose).toHaveBeenCalledWith(expect.objectContaining({ id: 'crypto' }), { newTab: true })
  },
}

/** Later results appear without changing the line that Enter would choose. */
function Later(props: CommandPaletteProps) {
  const [there, setThere] = useState(false)
  return (
    <>
      <CommandPalette
        {...props}
        groups={[
          { title: 'Records', items: there ? RECORDS : [], loading: !there },
          { title: 'Actions', items: ACTIONS },
        ]}
      />
      <button
        type="button"
        data-react-aria-top-layer="true"
        style={{ position: 'fixed', zIndex: 99, bottom: 8, left: 8 }}
        onClick={() => setThere(true)}
      >
        The answer comes
      </button>
    </>
  )
}
export const WhenRecordsComeLater: Story = {
  args: { query: '' },
  render: (args) => <Later {...args} />,
  play: async () => {
    await field()
    await expect(active()).toHaveTextContent('Export withdrawals of today')
    await expect(screen.getByRole('status')).toHaveTextContent('Searching')
    screen.getByText('The answer comes').click()
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
    await expect(active()).toHaveTextContent('Export withdrawals of today')
    await expect(screen.getByRole('status')).toHaveTextContent('4 results')
  },
}

export const LoadingRecords: Story = { args: { groups: groups({ items: [], loading: true }) } }
export const LoadingMoreRecords: Story = { args: { groups: groups({ loading: true }) } }

const retry = fn()
export const WhenRecordsFailed: Story = {
  args: {
    groups: [
      {
        title: 'Records',
        items: [],
        failure: { problem: 'Records could not be searched. The server cannot be reached.', onRetry: retry },
      },
      { title: 'Actions', items: ACTIONS },
    ],
    query: 'export',
  },
  play: async ({ userEvent }) => {
    await expect(await screen.findByRole('option', { name: /could not be searched/ })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await userEvent.keyboard('{Enter}')
    await expect(retry).toHaveBeenCalledOnce()
  },
}

export const NothingFound: Story = {
  args: { query: 'zebra', groups: [{ title: 'Pages', items: PAGES }] },
  play: async ({ userEvent }) => {
    await waitFor(() => expect(screen.getByText('Nothing is called “zebra”')).toBeVisible())
    await expect(screen.getByRole('status')).toHaveTextContent('Nothing found')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect(await field()).toHaveAttribute('aria-expanded', 'false')
  },
}

/** Long names, right-to-left text and emoji are readable and do not overlap. */
export const HardNames: Story = {
  globals: { viewport: { value: 'narrowest' } },
  args: {
    query: '',
    groups: [
      {
        title: 'Records',
        items: [
          {
            id: 'long',
            title: 'Maximiliana'.repeat(18),
            detail: 'max_the_very_long_username_of_somebody',
            note: 'User',
            icon: Users,
            href: '#',
          },
          {
            id: 'rtl',
            title: 'محمد بن عبد الله',
            detail: 'mohammed@example.com',
            note: 'User',
            icon: Users,
            href: '#',
          },
          { id: 'emoji', title: '👩‍👩‍👧 🎰 Lucky', note: 'Admin', icon: Users, href: '#' },
        ],
      },
    ],
  },
  play: async () => {
    await field()
    const list = screen.getByRole('listbox')
    await expect(list.scrollWidth).toBe(list.clientWidth)
  },
}
