import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { LengthBar } from './LengthBar'

const meta = {
  title: 'Design System/Components/LengthBar',
  component: LengthBar,
  args: { label: 'Length of search title', length: 45, best: { from: 30, to: 60 } },
} satisfies Meta<typeof LengthBar>
export default meta
type Story = StoryObj<typeof meta>

const says =
  (words: string): Story['play'] =>
  async ({ canvas }) => {
    await expect(canvas.getByRole('meter')).toHaveAttribute('aria-valuetext', words)
    await expect(canvas.getByText(words)).toBeVisible()
  }

export const Good: Story = { play: says('Good: 45 of 30 to 60 characters') }
export const TooShort: Story = { args: { length: 29 }, play: says('Too short: 29 of 30 to 60 characters') }
export const TooLong: Story = { args: { length: 61 }, play: says('Too long: 61 of 30 to 60 characters') }
export const Empty: Story = { args: { length: 0 }, play: says('Empty: 0 of 30 to 60 characters') }
export const TooLongDark: Story = { ...TooLong, globals: { theme: 'dark' } }
