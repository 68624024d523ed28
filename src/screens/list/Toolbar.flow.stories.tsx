import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import { styled } from 'styled-components'
import { consoleStory, StoryConsole } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import { ListPage, listPage } from './list.story-kit'

const Frame = styled.main`
  display: grid;
  height: 100vh;
`

/** The list of users, read with the rights of the selected role. */
const Page = () => <ListPage page={listPage('users')} parts={[]} />

/** The effect of the network and the role in Storybook's toolbar on stories with a console. Each story here sets one of them. */
const meta = {
  title: 'Flows/Toolbar',
  component: Page,
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <StoryConsole signedInAs="ADMIN">
        <Frame>
          <Story />
        </Frame>
      </StoryConsole>
    ),
  ],
  beforeEach: consoleStory(),
} satisfies Meta<typeof Page>
export default meta
type Story = StoryObj<typeof meta>

const rows = () => screen.findAllByRole('row', { name: /Amara/ })

export const AsRecorded: Story = {
  play: async () => {
    await expect((await rows())[0]).toBeVisible()
    await expect(screen.getByRole('button', { name: /Add user/ })).toBeVisible()
  },
}
export const Slow: Story = {
  globals: { network: 'slow' },
  play: async () => {
    await waitFor(() => expect(screen.getAllByText('Loading users')[0]).toBeInTheDocument())
    await expect((await rows())[0]).toBeVisible()
  },
}
export const ErrorOfTheServer: Story = {
  globals: { network: 'error' },
  play: async () => {
    await seen(screen.findByText(/^Something went wrong on the server\./))
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
export const Offline: Story = {
  globals: { network: 'offline' },
  play: async () => {
    await seen(screen.findByRole('button', { name: 'Try again' }))
    await expect(screen.queryByRole('row', { name: /Amara/ })).toBeNull()
  },
}
/** The toolbar's role replaces the story's: support may read users, but not add them. */
export const AnotherRole: Story = {
  globals: { role: 'SUPPORT_AGENT' },
  play: async () => {
    await expect((await rows())[0]).toBeVisible()
    await expect(screen.queryByRole('button', { name: /Add user/ })).toBeNull()
  },
}
