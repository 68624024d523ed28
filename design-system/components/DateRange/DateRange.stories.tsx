import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import { seen } from '@tests/kit/seen'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '../../primitives/Button/Button'
import { DateRange, DateRangeOver, type DateRangeProps, lazyPanel } from './DateRange'

const TODAY = '2026-11-21'
const SPAN = { from: '2026-11-03', to: '2026-11-14' }

const meta = {
  title: 'Design System/Components/DateRange',
  component: DateRange,
  args: { label: 'Registered', today: TODAY, latest: TODAY, onValueChange: fn() },
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
        component: `From one day to another, both included: ISO strings in and out, days of the person's own zone, written \`20 Nov 2026\`. A preset is taken at once; typed or picked days are taken with Apply or Enter. What is typed wrongly stays and says what is wrong; a press outside keeps it for the next time, Esc gives it up.

Days can be typed as \`20 Nov 2026\`, \`20.11.2026\`, \`20/11/2026\`, \`2026-11-20\`, and without the year for this one. The day always comes before the month.

**Do** set \`earliest\` and \`latest\` where there can be nothing beyond: presets are cut to them. Turn the ISO days into instants at the edge, in the zone that the page names.

**Don't** use it for one day or for hours; don't set \`required\` where "any time" is an answer.`,
      },
    },
  },
} satisfies Meta<typeof DateRange>
export default meta
type Story = StoryObj<typeof meta>
type Context = Parameters<NonNullable<Story['play']>>[0]

const trigger = (canvas: Context['canvas']) => canvas.getByRole('combobox', { name: 'Registered' })
const roomy: NonNullable<Story['decorators']> = [
  (Story) => (
    <div style={{ minHeight: 520 }}>
      <Story />
    </div>
  ),
]
const opened = async ({ canvas, userEvent }: Context) => {
  await userEvent.click(trigger(canvas))
  const panel = within(await screen.findByRole('dialog', { name: 'Registered' }))
  await waitFor(() => expect(panel.getByRole('textbox', { name: 'From' })).toBeVisible())
  return panel
}

export const Empty: Story = {
  args: { hint: 'Days of your own time zone.' },
  play: async ({ canvas }) => {
    await expect(trigger(canvas)).toHaveTextContent('Any time')
    await expect(trigger(canvas)).toHaveAccessibleDescription('Days of your own time zone.')
  },
}
export const Chosen: Story = {
  args: { defaultValue: SPAN },
  play: async ({ canvas }) => {
    await expect(trigger(canvas)).toHaveTextContent('3 Nov – 14 Nov 2026')
  },
}
export const WithError: Story = {
  args: { required: true, error: 'Choose the days' },
  play: async ({ canvas }) => {
    await expect(trigger(canvas)).toBeInvalid()
    await expect(trigger(canvas)).toHaveAttribute('aria-required', 'true')
  },
}
export const Disabled: Story = {
  args: { defaultValue: SPAN, disabled: true },
  play: async ({ canvas }) => {
    await expect(trigger(canvas)).toBeDisabled()
  },
}
export const ReadOnly: Story = {
  args: { defaultValue: SPAN, readOnly: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(trigger(canvas))
    await expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  },
}

export const Open: Story = {
  args: { defaultValue: SPAN },
  globals: { viewport: { value: 'wide' } },
  decorators: roomy,
  play: async (context) => {
    const panel = await opened(context)
    await expect(panel.getByRole('textbox', { name: 'From' })).toHaveValue('3 Nov 2026')
    await expect(panel.getAllByRole('grid')).toHaveLength(2)
    // Each month's name is centred over its days.
    panel.getAllByRole('grid').forEach((grid, at) => {
      const [days, name] = [grid, panel.getByText(at === 0 ? 'October 2026' : 'November 2026')].map((part) =>
        part.getBoundingClientRect(),
      )
      void expect(Math.abs(days!.left + days!.width / 2 - name!.left - name!.width / 2)).toBeLessThan(2)
    })
    await expect(panel.getByText('12 days')).toBeVisible()
    // A preset that ends after the last day is cut to it.
    await expect(panel.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'false')
  },
}

export const WhenAPresetIsTaken: Story = {
  globals: { viewport: { value: 'wide' } },
  play: async (context) => {
    const panel = await opened(context)
    await context.userEvent.click(panel.getByRole('button', { name: 'Last 7 days' }))
    await expect(context.args.onValueChange).toHaveBeenLastCalledWith({ from: '2026-11-15', to: TODAY })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(trigger(context.canvas)).toHaveFocus())
    await expect(trigger(context.canvas)).toHaveTextContent('15 Nov – 21 Nov 2026')
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Clear' }))
    await expect(context.args.onValueChange).toHaveBeenLastCalledWith({ from: '', to: '' })
    await expect(trigger(context.canvas)).toHaveFocus()
  },
}

export const WhenPickedByKeyboard: Story = {
  args: { defaultValue: SPAN },
  globals: { viewport: { value: 'wide' } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab()
    await expect(trigger(canvas)).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    const panel = within(await screen.findByRole('dialog', { name: 'Registered' }))
    await waitFor(() => expect(panel.getByRole('button', { name: /\b3 November 2026/ })).toHaveFocus())
    // After the first day, the focus of the calendar moves to the next one automatically.
    await userEvent.keyboard('{ArrowDown}{Enter}{ArrowRight}{ArrowRight}{Enter}')
    await waitFor(() => expect(panel.getByRole('textbox', { name: 'From' })).toHaveValue('10 Nov 2026'))
    await expect(panel.getByRole('textbox', { name: 'To' })).toHaveValue('13 Nov 2026')
    await userEvent.click(panel.getByRole('button', { name: 'Apply' }))
    await expect(args.onValueChange).toHaveBeenLastCalledWith({ from: '2026-11-10', to: '2026-11-13' })
  },
}

export const WhenTyped: Story = {
  globals: { viewport: { value: 'wide' } },
  play: async (context) => {
    const { args, userEvent } = context
    const panel = await opened(context)
    await userEvent.type(panel.getByRole('textbox', { name: 'From' }), '1.9.')
    const to = panel.getByRole('textbox', { name: 'To' })
    await userEvent.type(to, '2026-09-30')
    // A native event: the testing tools' event fails when something was loaded during it.
    to.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    await waitFor(() => expect(args.onValueChange).toHaveBeenLastCalledWith({ from: '2026-09-01', to: '2026-09-30' }))
  },
}

export const TypedWrongly: Story = {
  args: { earliest: '2026-01-01' },
  globals: { viewport: { value: 'wide' } },
  decorators: roomy,
  play: async (context) => {
    const { args, userEvent } = context
    const panel = await opened(context)
    const [from, to] = [panel.getByRole('textbox', { name: 'From' }), panel.getByRole('textbox', { name: 'To' })]
    await userEvent.type(from, '31 Feb')
    await userEvent.type(to, '11/25/2026')
    await userEvent.click(panel.getByRole('button', { name: 'Apply' }))
    await expect(from).toHaveAccessibleDescription('February 2026 has 28 days')
    await expect(to).toHaveAccessibleDescription('There is no month 25: the day comes first, as in 20 Nov 2026')
    await expect(from).toHaveFocus()
    await expect(from).toHaveValue('31 Feb')
    await expect(args.onValueChange).not.toHaveBeenCalled()
  },
}

export const WhenPressedOutsideNothingIsLost: Story = {
  ...TypedWrongly,
  play: async (context) => {
    const { canvas, userEvent } = context
    await TypedWrongly.play!(context)
    await userEvent.click(document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const again = await opened(context)
    await expect(again.getByRole('textbox', { name: 'From' })).toHaveValue('31 Feb')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(trigger(canvas)).toHaveFocus())
    await expect((await opened(context)).getByRole('textbox', { name: 'From' })).toHaveValue('')
  },
}

export const NarrowLimits: Story = {
  args: { earliest: '2026-11-19' },
  globals: { viewport: { value: 'wide' } },
  decorators: roomy,
  play: async (context) => {
    const panel = await opened(context)
    await expect(panel.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-disabled', 'true')
    await context.userEvent.click(panel.getByRole('button', { name: 'Last month' }))
    await expect(context.args.onValueChange).not.toHaveBeenCalled()
    await expect(panel.getAllByRole('button', { name: 'Next' })[0]).toBeDisabled()
    await context.userEvent.click(panel.getByRole('button', { name: 'This month' }))
    await expect(context.args.onValueChange).toHaveBeenLastCalledWith({ from: '2026-11-19', to: TODAY })
  },
}

export const Phone: Story = {
  args: { defaultValue: SPAN },
  globals: { viewport: { value: 'narrowest' } },
  play: async (context) => {
    const panel = await opened(context)
    await expect(panel.getAllByRole('grid')).toHaveLength(1)
    await expect(screen.getByRole('dialog').getBoundingClientRect().width).toBe(window.innerWidth)
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
    await context.userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  },
}

function Form() {
  const {
    register,
    handleSubmit,
    control,
    formState: { errors },
  } = useForm({ defaultValues: { period: { from: '', to: '' } } })
  const period = useWatch({ control, name: 'period' })
  const sent = fn()
  return (
    <form noValidate onSubmit={handleSubmit(sent)} style={{ display: 'grid', gap: 12 }}>
      <DateRange
        label="Registered"
        required
        today={TODAY}
        error={errors.period?.message ?? errors.period?.root?.message}
        {...register('period', { validate: ({ from }) => from !== '' || 'Choose the days' })}
      />
      <Button type="submit">Show</Button>
      <output aria-label="Kept">{period.from}</output>
    </form>
  )
}
export const RegisteredInAForm: Story = {
  render: () => <Form />,
  globals: { viewport: { value: 'wide' } },
  play: async (context) => {
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('button', { name: 'Show' }))
    await seen(canvas.findByText('Choose the days'))
    await waitFor(() => expect(trigger(canvas)).toHaveFocus())
    const panel = await opened(context)
    await userEvent.click(panel.getByRole('button', { name: 'Yesterday' }))
    await waitFor(() => expect(canvas.getByRole('status', { name: 'Kept' })).toHaveTextContent('2026-11-20'))
    await waitFor(() => expect(canvas.queryByText('Choose the days')).not.toBeInTheDocument())
  },
}

let asked = 0
const unsure = () =>
  lazyPanel(async () => {
    asked += 1
    if (asked < 3) throw new Error('offline')
    return import('./DateRangePanel')
  })
function Unsure(args: DateRangeProps) {
  const [Panel] = useState(() => {
    asked = 0
    return unsure()
  })
  return <DateRangeOver {...args} Panel={Panel} />
}
export const WhenItsCodeCannotBeLoaded: Story = {
  render: (args) => <Unsure {...args} />,
  globals: { viewport: { value: 'wide' } },
  play: async ({ canvas, userEvent }) => {
    trigger(canvas).focus()
    await userEvent.keyboard('{Enter}')
    const notice = await screen.findByRole('dialog', { name: 'The calendar could not be loaded' })
    await waitFor(() => expect(within(notice).getByRole('button', { name: 'Try again' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Registered' })
  },
}

export const BadInput: Story = {
  args: {
    label: `${'Registered or changed by '.repeat(9)}محمد 🎉`,
    defaultValue: { from: '1999-12-31', to: '2026-11-21' },
    hint: 'A label of 200 letters, right-to-left text, emoji.',
  },
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('combobox')).toHaveTextContent('31 Dec 1999 – 21 Nov 2026')
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <DateRange label="Registered" today={TODAY} hint="Days of your own time zone." />
      <DateRange label="Registered" today={TODAY} defaultValue={SPAN} />
      <DateRange label="Registered" today={TODAY} required defaultValue={{ from: TODAY, to: TODAY }} />
      <DateRange label="Registered" today={TODAY} required error="Choose the days" />
      <DateRange label="Registered" today={TODAY} disabled defaultValue={SPAN} hint="Set when the report was made" />
      <DateRange label="Registered" today={TODAY} readOnly defaultValue={SPAN} />
      <DateRange label="Page" today={TODAY} controlSize="page" />
      <DateRange label="Bar" today={TODAY} controlSize="bar" defaultValue={SPAN} />
    </div>
  ),
}
export const Dark: Story = { ...Open, globals: { theme: 'dark', viewport: { value: 'wide' } } }
