import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, within } from '@storybook/test'
import { MemoryRouter } from 'react-router-dom'
import { pageAt } from '@resources/menu'
import Forbidden from './Forbidden'
import NotFound from './NotFound'

const meta = {
  title: 'Screens/Not found',
  component: NotFound,
  parameters: { layout: 'fullscreen' },
  args: { recent: [pageAt('/users')!, pageAt('/support')!], onFind: fn() },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
} satisfies Meta<typeof NotFound>
export default meta
type Story = StoryObj<typeof meta>

export const PageNotFound: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('heading', { name: 'page not found' })).toBeVisible()
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'Go to Home' })).toHaveFocus()
    await expect(canvas.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(args.onFind).toHaveBeenCalledOnce()
    const recent = within(canvas.getByRole('region', { name: 'Recent pages' }))
    await expect(recent.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/users', '/support'])
  },
}
export const WithoutRecentPages: Story = {
  args: { recent: [] },
  play: async ({ canvas }) => expect(canvas.queryByRole('region')).toBeNull(),
}
export const NotFoundWhenNarrowest: Story = { globals: { viewport: { value: 'narrowest' } } }

export const WhenNotPermitted: Story = {
  render: () => <Forbidden subjects={['Offers']} />,
  play: async ({ canvas }) =>
    expect(
      canvas.getByText(
        'It needs the right to read “Offers”. A super admin, or whoever else may assign permissions, can grant it.',
      ),
    ).toBeVisible(),
}

export const WhenOneOfTwoRightsWouldDo: Story = {
  render: () => <Forbidden subjects={['TicketStatus', 'TicketCategory']} />,
  play: async ({ canvas }) =>
    expect(canvas.getByText(/the right to read “Ticket status” or “Ticket category”/)).toBeVisible(),
}

export const WhenNarrowest: Story = {
  globals: { viewport: { value: 'narrowest' } },
  render: () => <Forbidden subjects={['UserDocVerification']} />,
}
