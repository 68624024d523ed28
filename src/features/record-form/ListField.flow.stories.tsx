/** A list of groups in a record's form: the questions and answers of a platform. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import { platform } from '@contract/records/content/platform'
import { platforms } from '@demo/content/platform'
import { demoId } from '@demo/rows'
import { failing, override } from '@mocks/overrides'
import { colleague, recordOf } from '@mocks/scene'
import { recordResource } from '@resources/record-resource'
import { seen } from '@tests/kit/seen'
import { consoleStory, StoryConsole } from '@tests/kit/story-console'
import RecordFormContainer from './RecordForm.container'

const resource = recordResource(platform, {
  slug: 'platform',
  route: '/platform',
  empty: { title: 'No platforms yet', text: 'Platforms appear here.' },
  columns: ['name', 'slug', 'faq'],
})

/** Bodies of the updates that the console sent. */
const sent: { faq?: unknown }[] = []
/** The platform with three questions, one of them in Greek. */
const TARGET = demoId(
  'platform',
  platforms.findIndex(({ faq }) => faq?.length === 3),
)

interface Args {
  onSaved: () => void
}
const Form = ({ onSaved }: Args) => (
  <RecordFormContainer
    resource={resource}
    target={{ name: 'edit', id: TARGET }}
    onSaved={onSaved}
    onClose={() => undefined}
  />
)

const watched = override('platform.update', async (usual, request) => {
  sent.push((await request.clone().json()) as { faq?: unknown })
  return usual()
})

const meta = {
  title: 'Flows/List in a form',
  component: Form,
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <StoryConsole signedInAs="ADMIN">
        <Story />
      </StoryConsole>
    ),
  ],
  args: { onSaved: fn() },
  beforeEach: consoleStory(async () => void (sent.length = 0), watched),
} satisfies Meta<typeof Form>
export default meta
type Story = StoryObj<typeof meta>

const form = async () => within(await screen.findByRole('dialog'))
const item = async (number: number) => within(await (await form()).findByRole('group', { name: `Question ${number}` }))
const question = async (number: number) => (await item(number)).getByRole('textbox', { name: /^Question/ })
const answer = async (number: number) => (await item(number)).getByRole('textbox', { name: /^Answer/ })
const save = async () => (await form()).getByRole('button', { name: 'Save changes' })

export const Ready: Story = {
  play: async () => {
    await expect(await question(3)).toHaveValue('Πώς αλλάζω τον κωδικό μου;')
  },
}
export const Dark: Story = { ...Ready, globals: { theme: 'dark' } }
export const OnAPhone: Story = { ...Ready, globals: { viewport: { value: 'phone' } } }

/** Adds, moves and saves items with the keyboard only; the body contains the whole list in its new order. */
export const WhenItemsAreAddedAndMoved: Story = {
  play: async ({ userEvent, args }) => {
    await question(1)
    ;(await form()).getByRole('button', { name: /Add question$/ }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(await question(4)).toHaveFocus()
    await userEvent.keyboard('ฝากเงินอย่างไร')
    await userEvent.tab()
    await userEvent.keyboard('  ที่แชต  ')
    ;(await form()).getByRole('button', { name: 'Move question 4 up' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(await question(3)).toHaveValue('ฝากเงินอย่างไร')
    await userEvent.click(await save())
    await waitFor(() => expect(args.onSaved).toHaveBeenCalled())
    const faq = sent[0]!.faq as { question: string; answer: string }[]
    await expect(Object.keys(sent[0]!)).toEqual(['faq'])
    await expect(faq.map((each) => each.question)).toEqual([
      'How do I get an account?',
      'How long does a redeem take?',
      'ฝากเงินอย่างไร',
      'Πώς αλλάζω τον κωδικό μου;',
    ])
    await expect(faq[2]!.answer).toBe('ที่แชต')
  },
}

/** The error of a missing value is displayed at the input of the item, which receives the focus. */
export const WhenAnItemIsIncomplete: Story = {
  play: async ({ userEvent }) => {
    await userEvent.clear(await question(2))
    await userEvent.click(await save())
    await waitFor(async () => expect(await question(2)).toHaveAccessibleDescription('Required'))
    await waitFor(async () => expect(await question(2)).toHaveFocus())
    await expect(await question(1)).not.toBeInvalid()
    await expect(sent).toEqual([])
    await userEvent.type(await question(2), 'Again')
    await waitFor(async () => expect(await question(2)).not.toBeInvalid())
  },
}

/** After a refused save each change is validated at once; other errors do not take the focus from the input. */
export const WhenAnItemIsAddedAfterARefusal: Story = {
  play: async ({ userEvent }) => {
    const name = await (async () => (await form()).findByRole('textbox', { name: /^Name/ }))()
    await userEvent.clear(name)
    await userEvent.click(await save())
    await waitFor(() => expect(name).toHaveAccessibleDescription('Required'))
    await userEvent.click((await form()).getByRole('button', { name: /Add question$/ }))
    await expect(await question(4)).toHaveFocus()
    await userEvent.keyboard('Πώς ξεκινώ;')
    await expect(await question(4)).toHaveValue('Πώς ξεκινώ;')
    await waitFor(async () => expect(await answer(4)).toHaveAccessibleDescription('Required'))
    await expect(await question(4)).toHaveFocus()
  },
}

/** The server's error path contains the item: `faq.1.answer`. */
export const WhenTheServerRefusesAnItem: Story = {
  beforeEach: consoleStory(
    override(
      'platform.update',
      failing(422, { message: 'Check the marked fields.', errors: { 'faq.1.answer': ['No links in answers'] } }),
    ),
  ),
  play: async ({ userEvent }) => {
    await userEvent.type(await answer(2), ' https://x.example')
    await userEvent.click(await save())
    await seen(screen.findByText('No links in answers'))
    await waitFor(async () => expect(await answer(2)).toHaveFocus())
    await expect((await question(1)).closest('form')).toHaveTextContent('Check the marked questions.')
  },
}

/** A colleague changed the same list: both versions are displayed as text, and the chosen one is saved. */
export const WhenAColleagueChangedTheList: Story = {
  play: async ({ userEvent, args }) => {
    await userEvent.type(await answer(1), ' Mine.')
    const { faq, version } = await recordOf<{ faq: object[]; version: number }>('platform', TARGET)
    await colleague('SUPER_ADMIN').call('platform.update', {
      params: { id: TARGET },
      version,
      body: { faq: faq.slice(0, 1) },
    })
    await userEvent.click(await save())
    const conflict = within(await screen.findByRole('form', { name: 'Save conflict' }))
    await seen(conflict.findByText(/ten minutes\. Mine\./))
    await userEvent.click(conflict.getByRole('button', { name: 'Save this mix' }))
    await waitFor(() => expect(args.onSaved).toHaveBeenCalled())
    const saved = sent.at(-1)!.faq as { answer: string }[]
    await expect(saved).toHaveLength(3)
    await expect(saved[0]!.answer).toMatch(/Mine\.$/)
  },
}
