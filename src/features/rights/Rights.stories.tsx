import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from '@storybook/test'
import type { Profile } from '@contract/entities/profile'
import { Rights } from './Rights'

const profile: Profile = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  avatar: null,
  status: 'ACTIVE',
  UserSessionTracker: { status: 'ONLINE' },
  email: 'support@pitboss.test',
  first_name: 'Sofia',
  last_name: 'Reyes',
  username: 'sofia_support',
  role: 'SUPPORT_AGENT',
  third_party_store_code: null,
  store_code: 'HOUSE',
  preferences: {},
}

const meta = {
  title: 'Features/Rights',
  component: Rights,
  parameters: { layout: 'fullscreen' },
  args: {
    profile,
    rights: [
      { title: 'People', sentences: ['Users: you may read 14 fields and change.'] },
      {
        title: 'Support',
        sentences: ['Support tickets: you may read, add and change.', 'Quick chat: you may read and add.'],
      },
    ],
    onClose: fn(),
  },
} satisfies Meta<typeof Rights>
export default meta
type Story = StoryObj<typeof meta>

export const InSentences: Story = {
  play: async ({ args, userEvent }) => {
    const modal = await screen.findByRole('dialog', { name: 'Your rights' })
    await expect(modal).toHaveTextContent('Support agent')
    await expect(modal).toHaveTextContent('Support tickets: you may read, add and change.')
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const Everything: Story = { args: { rights: 'everything' } }
export const None: Story = { args: { rights: [], profile: null } }
export const WhenNarrowest: Story = { globals: { viewport: { value: 'narrowest' } } }
export const Dark: Story = { globals: { theme: 'dark' } }
