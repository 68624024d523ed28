import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, screen, waitFor, within } from '@storybook/test'
import { previewMachine, TYPING_PAUSE_MS } from '@machines/preview/preview.machine'
import { stores } from '@demo/system/store'
import { failing, onceInstead, override, pending, unreachable } from '@mocks/overrides'
import { grantOnly, rowsOf } from '@mocks/scene'
import { holdTimers } from '@tests/kit/held'
import { inState } from '@tests/kit/in-state'
import { richCellsDrawn } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Money/Deposit bonus types',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('deposit-bonus-type'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const row = async (name: RegExp) => {
  const found = await screen.findByRole('row', { name })
  await richCellsDrawn()
  return found
}
const preview = 'depositBonusType.preview'

/** Opens the preview. */
async function open(userEvent: User) {
  await row(/Welcome 100/)
  if (innerWidth < 600) await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Test a deposit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Test a deposit' }))
  const answer = within(await dialog.findByRole('region', { name: 'Answer' }))
  return { dialog, answer }
}
/** Fills in all required fields. @param which number of the user's deposit */
async function fill(userEvent: User, which = '1') {
  const opened = await open(userEvent)
  const { dialog } = opened
  await userEvent.type(await dialog.findByRole('textbox', { name: /^Which deposit/ }), which)
  await userEvent.type(dialog.getByRole('textbox', { name: /^Amount/ }), '80')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Method/ }), 'Manual')
  return opened
}
const another = async (userEvent: User, { dialog }: Awaited<ReturnType<typeof open>>) =>
  userEvent.type(dialog.getByRole('textbox', { name: /^Amount/ }), '0')

export const Ready: Story = {
  play: async () => {
    await expect(await row(/Welcome 100/)).toHaveTextContent('First deposit')
    await expect(within(await row(/Tenth time/)).getByRole('switch')).not.toBeChecked()
  },
}

/** The trigger of a type determines its fields; it must not end before it starts. */
export const WhenOneIsAdded: Story = {
  play: async ({ userEvent }) => {
    await row(/Welcome 100/)
    await userEvent.click(screen.getByRole('button', { name: 'Add deposit bonus type' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add deposit bonus type' }))
    await userEvent.type(await form.findByRole('textbox', { name: /^Name/ }), 'Tuesday top_up')
    await userEvent.selectOptions(form.getByRole('combobox', { name: /^Trigger/ }), 'Nth deposit')
    await waitFor(() => expect(form.getByRole('textbox', { name: /^Which deposit/ })).toBeVisible())
    await userEvent.selectOptions(form.getByRole('combobox', { name: /^Trigger/ }), 'Day of the week')
    await expect(form.queryByRole('textbox', { name: /^Which deposit/ })).toBeNull()
    await userEvent.click(
      within(form.getByRole('group', { name: /^Weekdays/ })).getByRole('checkbox', { name: 'Tuesday' }),
    )
    await userEvent.selectOptions(form.getByRole('combobox', { name: /^Method/ }), 'Any')
    await userEvent.type(form.getByRole('textbox', { name: /^Percent/ }), '12.5')
    await userEvent.type(form.getByRole('textbox', { name: /^Maximum amount/ }), '99')
    await userEvent.type(form.getByRole('textbox', { name: /^Minimum deposit/ }), '0')
    await userEvent.type(form.getByRole('textbox', { name: /^Wagering/ }), '10')
    await userEvent.type(form.getByRole('textbox', { name: /^Expires after/ }), '7')
    await fireEvent.change(form.getByLabelText(/^Starts/), { target: { value: '2026-05-02T09:00' } })
    await fireEvent.change(form.getByLabelText(/^Ends/), { target: { value: '2026-05-01T09:00' } })
    const add = form.getByRole('button', { name: 'Add deposit bonus type' })
    await userEvent.click(add)
    await waitFor(() => expect(form.getByText('Not before Starts')).toBeVisible())
    await fireEvent.change(form.getByLabelText(/^Ends/), { target: { value: '2026-06-01T09:00' } })
    await userEvent.click(add)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    const added = await rowsOf('depositBonusType', { search: 'Tuesday top_up' })
    await expect(added).toMatchObject([{ trigger: 'DAY_OF_WEEK', weekdays: ['TUESDAY'], percent: '12.5' }])
  },
}

/** The answer contains other types with their terms, so it requires the right to read all of them. */
export const WithoutTheRightToReadAll: Story = {
  beforeEach: consoleStory(
    grantOnly('ADMIN', {
      action: 'read',
      subject: 'DepositBonusTypes',
      fields: ['name', 'trigger', 'is_deleted'],
    }),
  ),
  play: async () => {
    await expect(await row(/Welcome 100/)).toHaveTextContent('First deposit')
    await expect(screen.queryByRole('button', { name: 'Test a deposit' })).toBeNull()
  },
}

export const BeforeADeposit: Story = {
  parameters: { statechart: inState(previewMachine, 'incomplete') },
  play: async ({ userEvent }) => {
    const { dialog, answer } = await open(userEvent)
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Which deposit/ })).toHaveFocus())
    await waitFor(() => expect(answer.getByText(/nothing is changed/)).toBeVisible())
    // An error is shown at its field, and no request is sent.
    await userEvent.type(dialog.getByRole('textbox', { name: /^Which deposit/ }), '1')
    await userEvent.type(dialog.getByRole('textbox', { name: /^Amount/ }), '10,10')
    await userEvent.tab()
    await waitFor(() => expect(dialog.getByText(/a point before decimals, such as 1000\.50/)).toBeVisible())
    await expect(answer.getByText(/nothing is changed/)).toBeVisible()
  },
}
export const BeforeADepositNarrowest: Story = { ...BeforeADeposit, globals: { viewport: { value: 'narrowest' } } }

/** More input may follow: no request is sent yet. */
export const WaitingForMore: Story = {
  parameters: { statechart: inState(previewMachine, 'waiting') },
  play: async ({ userEvent }) => {
    const opened = await open(userEvent)
    holdTimers(TYPING_PAUSE_MS)
    await userEvent.type(await opened.dialog.findByRole('textbox', { name: /^Which deposit/ }), '1')
    await userEvent.type(opened.dialog.getByRole('textbox', { name: /^Amount/ }), '80')
    await userEvent.selectOptions(opened.dialog.getByRole('combobox', { name: /^Method/ }), 'Manual')
    await expect(opened.dialog.getByRole('region', { name: 'Answer' })).toHaveAttribute('aria-busy', 'true')
  },
}

export const Asking: Story = {
  beforeEach: consoleStory(override(preview, pending)),
  parameters: { statechart: inState(previewMachine, 'first') },
  play: async ({ userEvent }) => {
    const { dialog } = await fill(userEvent)
    await new Promise((resolve) => setTimeout(resolve, 2 * TYPING_PAUSE_MS))
    await expect(dialog.getByRole('region', { name: 'Answer' })).toHaveAttribute('aria-busy', 'true')
  },
}

/** The first type that applies wins; the others show why they do not apply. The result can be scrolled with the keyboard alone. */
export const Answered: Story = {
  parameters: { statechart: inState(previewMachine, 'shown') },
  play: async ({ userEvent }) => {
    const before = await rowsOf('depositBonusType')
    const { answer } = await fill(userEvent)
    const types = await answer.findByRole('list', { name: 'Types in their order' })
    await waitFor(() => expect(answer.getByText('80.00')).toBeVisible())
    await expect(within(types).getAllByRole('listitem')[0]).toHaveTextContent('Welcome 100It applies.')
    await expect(within(types).getAllByRole('listitem')[1]).toHaveTextContent('It is for deposit 2 only.')
    await expect(answer.getByRole('status')).toHaveTextContent('Applies: Welcome 100. Bonus: 80.00')
    await expect(await rowsOf('depositBonusType')).toEqual(before)
  },
}
export const AnsweredDark: Story = { ...Answered, globals: { theme: 'dark' } }
export const AnsweredNarrowest: Story = { ...Answered, globals: { viewport: { value: 'narrowest' } } }

/** The types of another store answer, where the person may write to several. */
export const OfAnotherStore: Story = {
  parameters: { statechart: inState(previewMachine, 'shown') },
  play: async ({ userEvent }) => {
    const { dialog, answer } = await fill(userEvent)
    await answer.findByRole('list', { name: 'Types in their order' })
    const { code } = stores.find(({ kind }) => kind === 'THIRD_PARTY')!
    const store = dialog.getByRole('combobox', { name: 'Store' })
    await expect(store).toHaveDisplayValue(/, your own$/)
    await userEvent.selectOptions(store, code)
    await waitFor(() => expect(answer.queryByText('Welcome 100')).toBeNull())
  },
}

/** The deposit has a time of its own: a type for the weekend applies on two days of the week. */
export const WhenNoneApplies: Story = {
  play: async ({ userEvent }) => {
    const { dialog, answer } = await fill(userEvent, '7')
    await fireEvent.change(dialog.getByLabelText(/^Time/), { target: { value: '2019-05-06T12:00' } })
    await waitFor(() => expect(answer.getByRole('status')).toHaveTextContent('Applies: none'))
  },
}

/** The earlier answer stays while the person types, marked as outdated. */
export const Outdated: Story = {
  parameters: { statechart: inState(previewMachine, 'outdated') },
  play: async ({ userEvent }) => {
    const opened = await fill(userEvent)
    await opened.answer.findByRole('list', { name: 'Types in their order' })
    holdTimers(TYPING_PAUSE_MS)
    await another(userEvent, opened)
    await waitFor(() => expect(opened.answer.getByText('80.00')).toBeVisible())
    await expect(opened.dialog.getByRole('region', { name: 'Answer' })).toHaveAttribute('aria-busy', 'true')
  },
}

export const AskingAgain: Story = {
  beforeEach: consoleStory(
    override(
      preview,
      onceInstead((usual) => usual(), pending),
    ),
  ),
  parameters: { statechart: inState(previewMachine, 'again') },
  play: async ({ userEvent }) => {
    const opened = await fill(userEvent)
    await opened.answer.findByRole('list', { name: 'Types in their order' })
    await another(userEvent, opened)
    await new Promise((resolve) => setTimeout(resolve, 2 * TYPING_PAUSE_MS))
    await waitFor(() => expect(opened.answer.getByText('80.00')).toBeVisible())
  },
}

export const Refused: Story = {
  beforeEach: consoleStory(
    override(preview, failing(422, { errors: { amount: ['This store takes no deposit above 50.00'] } })),
  ),
  parameters: { statechart: inState(previewMachine, 'refused') },
  play: async ({ userEvent }) => {
    const { answer } = await fill(userEvent)
    await waitFor(() => expect(answer.getByText('This store takes no deposit above 50.00')).toBeVisible())
  },
}

export const Failed: Story = {
  beforeEach: consoleStory(override(preview, unreachable)),
  parameters: { statechart: inState(previewMachine, 'failed') },
  play: async ({ userEvent }) => {
    const { answer } = await fill(userEvent)
    await waitFor(() => expect(answer.getByRole('button', { name: 'Try again' })).toBeVisible())
  },
}

/** The first request fails, the second one succeeds. */
export const WhenTriedAgain: Story = {
  beforeEach: consoleStory(override(preview, onceInstead(failing(500)))),
  play: async ({ userEvent }) => {
    const { answer } = await fill(userEvent)
    await userEvent.click(await answer.findByRole('button', { name: 'Try again' }))
    await answer.findByRole('list', { name: 'Types in their order' })
  },
}
