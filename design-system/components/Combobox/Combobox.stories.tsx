import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import { seen } from '@tests/kit/seen'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '../../primitives/Button/Button'
import type { Choice, SearchChoices } from './choices'
import { Combobox, ComboboxOver, lazyBox } from './Combobox'

const ROLES: Choice[] = [
  { value: 'FINANCE', label: 'FINANCE', description: 'Deposits and withdrawals' },
  { value: 'SUPPORT', label: 'SUPPORT', description: 'Tickets and chats' },
  { value: 'RISK', label: 'RISK', description: 'Flags and verification' },
  { value: 'SUPER', label: 'SUPER_ADMIN', description: 'Only another of them may give it', disabled: true },
]
const LONG = 'Bartholomew '.repeat(17).trim()
const PEOPLE: Choice[] = [
  { value: 'u1', label: LONG },
  { value: 'u2', label: 'محمد بن عبد الله', description: 'mohammed_a' },
  { value: 'u3', label: '👩‍👩‍👧‍👦 Family 🎉', description: 'family_4' },
  { value: 'u4', label: 'Marta Lindqvist', description: 'marta_l' },
]
const answer: SearchChoices = async (query) =>
  PEOPLE.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))

const meta = {
  title: 'Design System/Components/Combobox',
  component: Combobox,
  args: { label: 'Role', options: ROLES, placeholder: 'Choose a role', onValueChange: fn() },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 360, minHeight: 60 }}>
        <Story />
      </div>
    ),
  ],
  parameters: {
    docs: {
      description: {
        component: `One of many, found by typing. Press, ↓ or any letter opens the list; Enter or Tab takes the marked choice, Esc brings the last one back.

**Do** use it from about eight choices on, or where they are asked for. Give \`chosen\` with options that are asked for, so that the field can name its value before the first question. Put what tells two alike apart into the description: it is searched too.

**Don't** use it for a handful (SelectField, or SegmentedControl for up to four), or for free text (TextInput). Don't let \`options\` be a new function on each render: it asks again.`,
      },
    },
  },
} satisfies Meta<typeof Combobox>
export default meta
type Story = StoryObj<typeof meta>
type Context = Parameters<NonNullable<Story['play']>>[0]

/** The field after its code has loaded. */
const field = async (canvas: Context['canvas'], name: string | RegExp = 'Role') => {
  await waitFor(() => expect(canvas.getByRole('combobox', { name })).toHaveAttribute('data-rac'))
  return canvas.getByRole<HTMLInputElement>('combobox', { name })
}

export const Empty: Story = {
  args: { required: true, hint: 'What they may see and do.' },
  play: async ({ canvas }) => {
    const input = await field(canvas)
    await expect(input).toHaveAttribute('aria-required', 'true')
    await expect(input).toHaveAccessibleDescription('What they may see and do.')
    await expect(input).toHaveAttribute('aria-expanded', 'false')
  },
}

export const WithError: Story = {
  args: { required: true, error: 'Choose a role', hint: 'Not shown beside an error.' },
  play: async ({ canvas }) => {
    const input = await field(canvas)
    await expect(input).toBeInvalid()
    await expect(input).toHaveAccessibleDescription('Choose a role')
  },
}

export const Chosen: Story = {
  args: { defaultValue: 'FINANCE' },
  play: async ({ canvas }) => {
    await expect(await field(canvas)).toHaveValue('FINANCE')
  },
}
export const Disabled: Story = {
  args: { defaultValue: 'FINANCE', disabled: true },
  play: async ({ canvas }) => {
    await expect(await field(canvas)).toBeDisabled()
  },
}
export const ReadOnly: Story = {
  args: { defaultValue: 'FINANCE', readOnly: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await field(canvas))
    await expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  },
}

export const Open: Story = {
  args: { defaultValue: 'SUPPORT' },
  decorators: [
    (Story) => (
      <div style={{ minHeight: 300 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await field(canvas))
    const list = await screen.findByRole('listbox', { name: /Role/ })
    await waitFor(() => expect(list).toBeVisible())
    // All options, though the field contains text.
    await expect(within(list).getAllByRole('option')).toHaveLength(4)
    await expect(within(list).getByRole('option', { name: /SUPPORT/ })).toHaveAttribute('aria-selected', 'true')
  },
}

export const WhenChosenByKeyboard: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const input = await field(canvas)
    await userEvent.tab()
    await expect(input).toHaveFocus()
    // Its description is searched too; the first match is selected.
    await userEvent.keyboard('tick')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await waitFor(() => expect(input).toHaveAttribute('aria-activedescendant'))
    await userEvent.keyboard('{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith('SUPPORT')
    await expect(input).toHaveValue('SUPPORT')
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())
    await userEvent.keyboard('{ArrowDown}{ArrowUp}')
    await waitFor(() => expect(screen.getByRole('listbox')).toBeVisible())
    await userEvent.keyboard('{Enter}')
    // Disabled options are skipped.
    await expect(args.onValueChange).toHaveBeenLastCalledWith('FINANCE')
  },
}

export const WhenChosenByPointer: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const input = await field(canvas)
    await userEvent.click(input)
    await userEvent.click(await screen.findByRole('option', { name: /RISK/ }))
    await expect(args.onValueChange).toHaveBeenLastCalledWith('RISK')
    await expect(input).toHaveValue('RISK')
    await expect(input).toHaveFocus()
  },
}

export const WhenLeftWithoutAChoice: Story = {
  args: { defaultValue: 'FINANCE' },
  play: async ({ args, canvas, userEvent }) => {
    const input = await field(canvas)
    await userEvent.click(input)
    await userEvent.keyboard('zebra')
    await expect(await screen.findByText(/Nothing found/)).toHaveTextContent('Nothing found for “zebra”.')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(input).toHaveValue('FINANCE'))
    await expect(args.onValueChange).not.toHaveBeenCalled()
    await userEvent.keyboard('zebra')
    await userEvent.tab()
    await waitFor(() => expect(input).toHaveValue('FINANCE'))
  },
}

export const WhenEmptied: Story = {
  args: { defaultValue: 'FINANCE' },
  play: async ({ args, canvas, userEvent }) => {
    const input = await field(canvas)
    await userEvent.clear(input)
    await expect(args.onValueChange).toHaveBeenLastCalledWith('')
    await userEvent.tab()
    await waitFor(() => expect(input).toHaveValue(''))
  },
}

export const NothingFound: Story = {
  decorators: [
    (Story) => (
      <div style={{ minHeight: 120 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await field(canvas), 'zebra')
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found for “zebra”.'))
  },
}

export const Asked: Story = {
  args: { label: 'User', options: answer, placeholder: 'Name or username', chosen: PEOPLE[3], defaultValue: 'u4' },
  decorators: [
    (Story) => (
      <div style={{ minHeight: 300 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ args, canvas, userEvent }) => {
    const input = await field(canvas, 'User')
    await expect(input).toHaveValue('Marta Lindqvist')
    await userEvent.click(input)
    await userEvent.keyboard('fam')
    await userEvent.click(await screen.findByRole('option', { name: /Family/ }))
    await expect(args.onValueChange).toHaveBeenLastCalledWith('u3')
    await expect(input).toHaveValue('👩‍👩‍👧‍👦 Family 🎉')
  },
}

const never: SearchChoices = () => new Promise(() => undefined)
export const Searching: Story = {
  args: { label: 'User', options: never },
  decorators: [
    (Story) => (
      <div style={{ minHeight: 120 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await field(canvas, 'User'), 'mar')
    await expect(await screen.findByText('Searching')).toBeInTheDocument()
  },
}

/** Fails until the third request. */
const Unsure = (args: React.ComponentProps<typeof Combobox>) => {
  const [search] = useState(() => {
    let asked = 0
    return fn<SearchChoices>(async (query, signal) => {
      asked += 1
      if (asked < 3) throw new Error('no answer')
      return answer(query, signal)
    })
  })
  return <Combobox {...args} label="User" options={search} />
}
export const Failed: Story = {
  render: (args) => <Unsure {...args} />,
  decorators: [
    (Story) => (
      <div style={{ minHeight: 120 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await field(canvas, 'User'))
    await expect(await screen.findByRole('alert')).toHaveTextContent('The choices could not be loaded.')
  },
}
export const WhenTriedAgain: Story = {
  ...Failed,
  play: async (context) => {
    const { canvas, userEvent } = context
    await Failed.play!(context)
    const input = await field(canvas, 'User')
    await userEvent.click(screen.getByRole('button', { name: 'Try again', hidden: true }))
    await expect(input).toHaveFocus()
    await screen.findByRole('alert')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
  },
}

/** Text that is typed while the code is loading is kept, and so is the focus. */
let arrive: () => void = () => undefined
const slow = () =>
  lazyBox(
    () =>
      new Promise((resolve, reject) => {
        arrive = () => void import('./ComboboxBox').then(resolve, reject)
      }),
  )
function Slowly(args: React.ComponentProps<typeof Combobox>) {
  const [Box] = useState(slow)
  return <ComboboxOver {...args} Box={Box} />
}
export const BeforeItsCodeIsThere: Story = {
  render: (args) => <Slowly {...args} />,
  play: async ({ canvas, userEvent }) => {
    const before = canvas.getByRole('combobox', { name: 'Role' })
    await expect(before).not.toHaveAttribute('data-rac')
    await userEvent.type(before, 'ris')
    arrive()
    const input = await field(canvas)
    await expect(input).toHaveValue('ris')
    await expect(input).toHaveFocus()
    await waitFor(() => expect(input).toHaveAttribute('aria-activedescendant'))
    await userEvent.keyboard('{Enter}')
    await expect(input).toHaveValue('RISK')
  },
}

function Form() {
  const {
    register,
    handleSubmit,
    reset,
    control,
    formState: { errors },
  } = useForm({ defaultValues: { role: '' } })
  const role = useWatch({ control, name: 'role' })
  return (
    <form noValidate onSubmit={handleSubmit(() => undefined)} style={{ display: 'grid', gap: 12 }}>
      <Combobox
        label="Role"
        required
        options={ROLES}
        error={errors.role?.message}
        {...register('role', { required: 'Choose a role' })}
      />
      <Button type="submit">Save</Button>
      <Button onClick={() => reset({ role: 'RISK' })}>Take theirs</Button>
      <output aria-label="Kept">{role}</output>
    </form>
  )
}
export const RegisteredInAForm: Story = {
  render: () => <Form />,
  play: async ({ canvas, userEvent }) => {
    const input = await field(canvas)
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await seen(canvas.findByText('Choose a role'))
    await waitFor(() => expect(input).toHaveFocus())
    await userEvent.keyboard('fin')
    await waitFor(() => expect(input).toHaveAttribute('aria-activedescendant'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.queryByText('Choose a role')).not.toBeInTheDocument())
    await expect(canvas.getByRole('status', { name: 'Kept' })).toHaveTextContent('FINANCE')
    await userEvent.click(canvas.getByRole('button', { name: 'Take theirs' }))
    await waitFor(() => expect(input).toHaveValue('RISK'))
  },
}

export const BadInput: Story = {
  args: { label: 'User', options: PEOPLE, defaultValue: 'u1' },
  globals: { viewport: { value: 'narrowest' } },
  decorators: [
    (Story) => (
      <div style={{ minHeight: 420 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await field(canvas, 'User'))
    await waitFor(async () => {
      const [long, rightToLeft] = screen.getAllByRole('option')
      await expect(long).toHaveTextContent(LONG)
      await expect(long!.scrollWidth).toBeLessThanOrEqual(long!.clientWidth)
      await expect(getComputedStyle(within(rightToLeft!).getByText('محمد بن عبد الله')).direction).toBe('rtl')
    })
    // The list is positioned one frame after it opens.
    await waitFor(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth))
  },
}

const MANY = Array.from({ length: 100_000 }, (_, at) => ({ value: String(at), label: `Store ${at}` }))
export const OfAHundredThousand: Story = {
  // Not an arg: Storybook would read all of them for its controls.
  render: (args) => <Combobox {...args} label="Store" options={MANY} />,
  decorators: [
    (Story) => (
      <div style={{ minHeight: 420 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, userEvent }) => {
    const input = await field(canvas, 'Store')
    await userEvent.click(input)
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('The first 100 of 100,000 are shown. Type to narrow.'),
    )
    await userEvent.keyboard('99999')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  },
}

export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <Combobox label="Role" required options={ROLES} placeholder="Choose a role" hint="What they may see and do." />
      <Combobox label="Role" required options={ROLES} defaultValue="FINANCE" />
      <Combobox label="Role" required options={ROLES} error="Choose a role" />
      <Combobox label="Role" disabled options={ROLES} defaultValue="FINANCE" hint="Set when the account was made" />
      <Combobox label="Role" readOnly options={ROLES} defaultValue="FINANCE" />
      <Combobox label="Large" controlSize="large" options={ROLES} />
      <Combobox label="Page" controlSize="page" options={ROLES} />
      <Combobox label="Bar" controlSize="bar" options={ROLES} defaultValue="SUPPORT" />
    </div>
  ),
}
export const Dark: Story = { ...Open, globals: { theme: 'dark' } }
