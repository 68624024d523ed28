import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { Ban, Bell, CircleCheck, Clock, Mail, Plus, TriangleAlert, Trash2, Users } from 'lucide-react'
import { withMedia } from '@tests/kit/emulate-media'
import { expectReadable } from '@tests/kit/layout-checks'
import { seen } from '@tests/kit/seen'
import { Banner } from '../../components/Banner/Banner'
import { CopyButton } from '../../components/CopyButton/CopyButton'
import { EmptyState } from '../../components/EmptyState/EmptyState'
import { FilterInput } from '../../components/FilterInput/FilterInput'
import { KeyValueList } from '../../components/KeyValueList/KeyValueList'
import { NumberInput } from '../../components/NumberInput/NumberInput'
import { PageHeader } from '../../components/PageHeader/PageHeader'
import { PasswordInput } from '../../components/PasswordInput/PasswordInput'
import { ReadOnlyBox } from '../../components/ReadOnlyBox/ReadOnlyBox'
import { SegmentedControl } from '../../components/SegmentedControl/SegmentedControl'
import { Tabs } from '../../components/Tabs/Tabs'
import { TextInput } from '../../components/TextInput/TextInput'
import { Textarea } from '../../components/Textarea/Textarea'
import { Avatar } from '../../primitives/Avatar/Avatar'
import { Badge } from '../../primitives/Badge/Badge'
import { Button } from '../../primitives/Button/Button'
import { Checkbox } from '../../primitives/Checkbox/Checkbox'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { Skeleton } from '../../primitives/Skeleton/Skeleton'
import { Spinner } from '../../primitives/Spinner/Spinner'
import { StatusPill } from '../../primitives/StatusPill/StatusPill'
import { Tag } from '../../primitives/Tag/Tag'
import { TextLink } from '../../primitives/TextLink/TextLink'
import { Toggle } from '../../primitives/Toggle/Toggle'
import { BAD } from './bad-input.story-kit'

interface Props {
  /** The text for every place that people fill. */
  text: string
  amount: string
}

const nothing = () => undefined
const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 } as const
const line = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, minWidth: 0 } as const

/** Nearly all components, with one text in all places. */
function Everything({ text, amount }: Props) {
  return (
    <div style={column}>
      <PageHeader
        title={text || '–'}
        parents={['Users']}
        note={amount}
        actions={<Button variant="primary" icon={Plus}>{`Pay ${amount}`}</Button>}
      />
      <div style={line}>
        <Avatar name={text} presence="online" />
        <Avatar name={text} src={BAD.brokenPicture} />
        <Badge count={999_999_999_999} />
        <Badge count={999_999_999_999} cap={Infinity} tone="neutral" />
        <StatusPill tone="warning" icon={Clock}>
          {text || 'In review'}
        </StatusPill>
        <Tag>{text || 'FINANCE'}</Tag>
        <TextLink href="#record">{text || 'Open'}</TextLink>
        <Checkbox label={text || 'All'} />
        <Toggle checked label="Account" words={{ on: text || 'Enabled', off: text }} onChange={nothing} />
        <Button disabledReason="You are offline.">{text || 'Save'}</Button>
        <IconButton label={text || 'Notifications'} icon={Bell} badge={120} />
        <Spinner label="Loading" />
        <Skeleton width={4000} />
      </div>
      <SegmentedControl
        label="Period"
        value="a"
        options={[
          { value: 'a', label: text || 'Day' },
          { value: 'b', label: 'Month' },
        ]}
        onChange={nothing}
      />
      <Tabs
        label="Views"
        items={[
          { key: 'a', label: text || 'All', count: 999_999_999 },
          { key: 'b', label: 'Held' },
        ]}
        selected="a"
        onSelect={nothing}
      />
      <Banner
        tone="danger"
        action={<Button size="small">Try again</Button>}
      >{`${text} could not be changed. Nothing was sent.`}</Banner>
      <FilterInput label="Search users" placeholder="Search users" defaultValue={text} />
      <TextInput
        label={text || 'Name'}
        required
        aside="Only if asked"
        defaultValue={text}
        error={`${text} is taken`}
        icon={Mail}
      />
      <NumberInput label="Amount" defaultValue={amount.replaceAll(/[^\d.]/g, '')} slot="USD" />
      <PasswordInput
        label="Password"
        defaultValue={text}
        rules={[
          { label: 'Uppercase', met: true },
          { label: '8 to 20 characters', met: false },
        ]}
      />
      <Textarea label="Reason" max={255} defaultValue={text} hint={`${text} reads it`} />
      <ReadOnlyBox label={text || 'Name'} value={text} copyText={text} />
      <KeyValueList
        items={[
          { label: 'Name', value: text },
          { label: 'Locked', value: amount },
          { label: text || 'More', value: '' },
        ]}
      />
      <EmptyState
        icon={TriangleAlert}
        tone="danger"
        title={`No user matches “${text}”`}
        text={`${text} hides 5,388 users.`}
        actions={<Button>{`Clear ${text}`}</Button>}
        requestId={BAD.id.repeat(2)}
      />
      <div style={line}>
        <CopyButton text={text} label="Copy the name" kind="button" />
        <IconButton label="Delete" icon={Trash2} tone="danger" />
      </div>
    </div>
  )
}

/** Every component with real-world input of people and other systems: nothing overlaps, and nothing is cut off without a way to read it. */
const meta = {
  title: 'Design System/Foundations/Bad input',
  // Too many windows for a docs page.
  tags: ['!autodocs'],
  component: Everything,
  args: { text: BAD.words, amount: BAD.amount },
  play: async () => {
    await document.fonts.ready
    expectReadable()
  },
} satisfies Meta<typeof Everything>
export default meta
type Story = StoryObj<typeof meta>

const narrowest = { viewport: { value: 'narrowest' } }

export const NameOf200Letters: Story = { args: { text: BAD.long } }
export const NameOf200LettersNarrow: Story = { args: { text: BAD.long }, globals: narrowest }
export const NameOfManyWords: Story = { globals: narrowest }
export const RightToLeft: Story = { args: { text: BAD.rightToLeft } }
export const RightToLeftNarrow: Story = { args: { text: BAD.hebrew }, globals: narrowest }
export const Emoji: Story = { args: { text: BAD.emoji }, globals: narrowest }
export const PiledMarks: Story = { args: { text: BAD.piled } }
export const Nothing: Story = { args: { text: BAD.empty, amount: '0.00 USD' } }

/** A window of 1280 by 1024 at 400 %: 320 by 256 CSS pixels (WCAG 1.4.10). */
export const Zoom400: Story = {
  args: { text: 'Elena Vasquez' },
  parameters: {
    viewport: { options: { zoomed: { name: '400 % zoom', styles: { width: '320px', height: '256px' } } } },
  },
  globals: { viewport: { value: 'zoomed' } },
}

/** Only text at 200 %: sizes are in rem, so everything grows with the browser's setting (WCAG 1.4.4). */
export const TextAt200: Story = {
  args: { text: 'Elena Vasquez' },
  beforeEach: () => {
    document.documentElement.style.fontSize = '200%'
    return () => {
      document.documentElement.style.fontSize = ''
    }
  },
}

/** Windows high contrast: the system's colours apply, so every control needs a border to be visible. */
export const ForcedColors: Story = {
  args: { text: 'Elena Vasquez' },
  beforeEach: withMedia({ forcedColors: 'active' }),
  // The person's own colours have enough contrast; axe computes those of the page, which are not painted.
  parameters: { a11y: { config: { rules: [{ id: 'color-contrast', enabled: false }] } } },
  play: async ({ canvas }) => {
    if (!window.matchMedia('(forced-colors: active)').matches) return
    const isLined = (element: Element) => {
      const { borderTopWidth, borderTopStyle, outlineStyle } = getComputedStyle(element)
      return (borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0) || outlineStyle !== 'none'
    }
    for (const [what, element] of [
      ['button', canvas.getByRole('button', { name: /^Pay/ })],
      ['badge', canvas.getAllByText('9+')[0]!.parentElement!],
      ['pill', canvas.getByText('Elena Vasquez', { selector: '[data-tone=warning]' })],
      ['banner', canvas.getByRole('alert')],
      ['toggle', canvas.getByRole('switch').querySelector('[data-track]')!],
      ['field', canvas.getByLabelText('Amount').parentElement!],
    ] as const)
      await expect(isLined(element), what).toBe(true)
  },
}

export const ReducedMotion: Story = {
  args: { text: 'Elena Vasquez' },
  beforeEach: withMedia({ reducedMotion: 'reduce' }),
  play: async ({ canvas, canvasElement }) => {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const moving = [...canvasElement.querySelectorAll('*')].filter((element) =>
      getComputedStyle(element).animationIterationCount.includes('infinite'),
    )
    await expect(moving).toEqual([])
    // The text replaces the spinner.
    await expect(canvas.getByText('Loading').getBoundingClientRect().width).toBeGreaterThan(20)
  },
}

const people = [
  { name: '', src: null },
  { name: '   ', src: null },
  { name: 'Élodie', src: BAD.brokenPicture },
  { name: BAD.hebrew, src: null },
  { name: BAD.emoji, src: null },
  { name: '42', src: null },
  { name: BAD.piled, src: null },
]
/** No name, a picture that cannot be loaded, letters of other scripts. */
export const Avatars: Story = {
  render: () => (
    <div style={line}>
      {people.map((person, at) => (
        <Avatar key={at} {...person} size={44} />
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText('?')).toHaveLength(2)
    await seen(canvas.findByText('É'))
    await expect(canvas.getByText('🦊')).toBeVisible()
    expectReadable()
  },
}

/** 12 digits are aligned and keep all their decimals. */
export const Amounts: Story = {
  globals: narrowest,
  render: () => (
    <div style={column}>
      <KeyValueList
        align="end"
        items={[
          { label: 'Before', value: '999,999,999,999.99 USD' },
          { label: 'After', value: '0.00 USD' },
          { label: 'Crypto', value: '123,456,789,012.12345678 BTC' },
        ]}
      />
      <Button variant="primary" wide>
        Approve 999,999,999,999.99 USD
      </Button>
      <StatusPill tone="success" icon={CircleCheck}>
        Credited 999,999,999,999.99 USD
      </StatusPill>
      <StatusPill tone="danger" icon={Ban} size="list">
        Reversed 123,456,789,012.12345678 BTC
      </StatusPill>
      <EmptyState icon={Users} title="999,999,999,999 users are hidden" />
    </div>
  ),
}
