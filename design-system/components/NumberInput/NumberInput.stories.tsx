import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { NumberInput } from './NumberInput'

const meta = {
  title: 'Design System/Components/NumberInput',
  component: NumberInput,
  args: { label: 'Amount', slot: 'USD' },
  decorators: [(Story) => <div style={{ maxWidth: 360 }}><Story /></div>],
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

export const WhenSomethingElseIsPasted: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('textbox'))
    await userEvent.paste('-5')
    await expect(await canvas.findByText('Invalid input')).toBeVisible()
  },
}

export const WhenFilledByTheForm: Story = {
  args: { defaultValue: '1.234' },
  play: async ({ canvas }) => { await expect(canvas.getByText('Invalid input')).toBeVisible() },
}
