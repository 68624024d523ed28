import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { MemoryRouter } from 'react-router-dom'
import { pageAt } from '@resources/menu'
import Planned from './Planned'

const meta = {
  title: 'Screens/Planned',
  component: Planned,
  parameters: { layout: 'fullscreen' },
  args: { page: pageAt('/offers')! },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
} satisfies Meta<typeof Planned>
export default meta
type Story = StoryObj<typeof meta>

export const NotAvailableYet: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Not available yet' })).toBeVisible()
    await expect(canvas.getByText(/“Offers” is not part of this version/)).toBeVisible()
  },
}
export const WhenNarrowest: Story = {
  globals: { viewport: { value: 'narrowest' } },
  args: { page: pageAt('/user-doc-verification')! },
}
