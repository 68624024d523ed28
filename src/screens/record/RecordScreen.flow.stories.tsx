import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { demoId } from '@demo/rows'
import { PAGES } from '@resources/pages'
import { consoleStory, StoryConsole } from '@tests/kit/story-console'
import { resources } from '../list/list.story-kit'
import type { ScreenProps } from '../screen-props'
import RecordScreen from './RecordScreen.container'

const page = PAGES.find(({ slug }) => slug === 'seo-brand-categories-record')!

/** As in the frame: the page renders once the rights are known. */
function Page(props: ScreenProps) {
  const known = useSelector(useConsole().actors.access, (snapshot) => snapshot.matches('ready'))
  return known && <RecordScreen {...props} resource={resources['seo-brand-categories']!} />
}

const meta = {
  title: 'Screens/Record',
  component: Page,
  parameters: { layout: 'fullscreen' },
  args: { page, parts: [demoId('brandCategory', 1)] },
  decorators: [
    (Story, { parameters }) => (
      <StoryConsole signedInAs={(parameters.signedInAs as string | undefined) ?? 'CONTENT_EDITOR'}>
        <main>
          <h1 hidden>Category</h1>
          <Story />
        </main>
      </StoryConsole>
    ),
  ],
  beforeEach: consoleStory(),
} satisfies Meta<typeof Page>
export default meta
type Story = StoryObj<typeof meta>

const SLOW = { timeout: 8000 }
const heading = (name: RegExp) => screen.findByRole('heading', { name }, SLOW)

export const Ready: Story = {
  play: async () => {
    await expect(await heading(/Live casino/)).toBeVisible()
    await expect(within(screen.getByRole('region', { name: 'Details' })).getByText('live-casino')).toBeVisible()
  },
}

export const NotFound: Story = {
  args: { parts: ['01900000-0000-7000-8000-00000000ffff'] },
  play: async () => {
    await expect(await screen.findByText('No such category', {}, SLOW)).toBeVisible()
    await expect(screen.getByRole('link', { name: 'Go to all categories' })).toBeVisible()
  },
}

/** The page shows the change, and the history says who changed what. */
export const WhenItIsEdited: Story = {
  play: async ({ userEvent }) => {
    await heading(/Live casino/)
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Live casino' }, SLOW))
    const name = await form.findByRole('textbox', { name: /^Name/ }, SLOW)
    await userEvent.clear(name)
    await userEvent.type(name, 'Live tables')
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    await heading(/Live tables/)
    const history = within(await screen.findByRole('region', { name: 'History' }))
    await waitFor(() => expect(history.getByText(/^Changed/)).toBeVisible(), SLOW)
    await userEvent.click(history.getByRole('button', { name: /Details/ }))
    await expect(history.getByText(/Live casino/)).toBeVisible()
  },
}
