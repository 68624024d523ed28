import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { readNumber } from '@contract/typed'
import { seen } from '@tests/kit/seen'
import { guide } from '../../foundations/guide.story-kit'
import { NumberInput } from './NumberInput'

const meta = {
  title: 'Design System/Components/NumberInput',
  component: NumberInput,
  parameters: guide(
    'A number or an amount, kept as the typed text. The keys e, − and + have no effect; anything but digits with two decimals shows "Invalid input" immediately.',
    ['Put the currency into `slot`.', 'Set `decimals` to the decimals of the coin, 0 for counts.'],
    ['Round, cut or format the input.', 'Use it for phone numbers or codes: use a `TextInput`.'],
  ),
  args: { label: 'Amount', slot: 'USD' },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 360 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof NumberInput>
export default meta
type Story = StoryObj<typeof meta>

export const TwoDecimals: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox', { name: 'Amount' })
    await userEvent.type(input, '12.34')
    await expect(canvas.queryByText('Invalid input')).not.toBeInTheDocument()
    await userEvent.type(input, '5')
    await expect(input).toHaveAccessibleDescription('Invalid input')
    await expect(input).toHaveValue('12.345')
    await userEvent.type(input, '{Backspace}')
    await expect(canvas.queryByText('Invalid input')).not.toBeInTheDocument()
  },
}

export const KeysThatDoNothing: Story = {
  args: { blockedKeys: ['.'], label: 'Rank', slot: undefined, decimals: 0 },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), '-1e+2.3')
    await expect(canvas.getByRole('textbox')).toHaveValue('123')
  },
}

/** Pasted text is not changed silently: it is kept whole, and marked as invalid. */
export const WhenSomethingElseIsPasted: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox')
    await userEvent.click(input)
    await userEvent.paste('-5e3')
    await seen(canvas.findByText('Invalid input'))
    await expect(input).toHaveValue('-5e3')
    await userEvent.clear(input)
    await userEvent.paste('4200.50')
    await expect(canvas.queryByText('Invalid input')).not.toBeInTheDocument()
  },
}

/** Typing on a phone: the keyboard sends letters without key names. */
export const WhenAPhoneTypesThem: Story = {
  play: async ({ canvas }) => {
    const type = (data: string, inputType = 'insertText') =>
      canvas
        .getByRole('textbox')
        .dispatchEvent(new InputEvent('beforeinput', { data, inputType, bubbles: true, cancelable: true }))
    await expect(['-', '1', 'e', '+', '2'].filter((letter) => type(letter))).toEqual(['1', '2'])
    await expect(type('-', 'insertFromPaste')).toBe(true)
  },
}

/** With a function that reads other forms, leaving the field shows what was read; what is unclear stays as it was typed. */
export const WhenItReadsOtherForms: Story = {
  args: { readNumber },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox')
    for (const [pasted, meant] of [
      ['1\u00A0000.50', '1000.50'],
      ['1,000.50', '1000.50'],
      ['+5', '5'],
      ['5.', '5'],
      ['.5', '0.5'],
      ['٢٥٫٩٥', '25.95'],
    ] as const) {
      await userEvent.clear(input)
      await userEvent.paste(pasted)
      await expect(input, pasted).toBeValid()
      await userEvent.tab()
      await expect(input).toHaveValue(meant)
    }
    for (const unclear of ['25,95', '1,000', '1.000,50', '1e3', '12.345']) {
      await userEvent.clear(input)
      await userEvent.paste(unclear)
      await expect(input).toHaveAccessibleDescription('Invalid input')
      await userEvent.tab()
      await expect(input).toHaveValue(unclear)
    }
  },
}

export const EdgesOfTwoDecimals: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox')
    for (const [text, valid] of [
      ['0', true],
      ['.5', true],
      ['12.', true],
      ['999999999999.99', true],
      ['1,5', false],
      ['.', false],
      ['1.2.3', false],
      ['٣', false],
    ] as const) {
      await userEvent.clear(input)
      await userEvent.type(input, text)
      if (valid) await expect(input, text).toBeValid()
      else await expect(input, text).toBeInvalid()
    }
  },
}

export const WhenTheFormSaysMore: Story = {
  args: { defaultValue: '1.234', error: 'At most 500.00' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription('At most 500.00')
    await expect(canvas.queryByText('Invalid input')).not.toBeInTheDocument()
  },
}

export const WhenFilledByTheForm: Story = {
  args: { defaultValue: '1.234' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Invalid input')).toBeVisible()
  },
}

export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <NumberInput label="Amount" required slot="USD" placeholder="0.00" />
      <NumberInput label="Deposit" slot="USD" defaultValue="4200.50" hint="At least 10.00 USD" />
      <NumberInput label="Bonus" slot="USD" defaultValue="12.345" />
      <NumberInput label="Rank" decimals={0} defaultValue="7" />
      <NumberInput label="Fixed" slot="%" disabled value="5" />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
