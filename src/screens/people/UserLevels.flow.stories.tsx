import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { failing, pending, override } from '@mocks/overrides'
import { sql } from '@mocks/scene'
import { richCellsDrawn, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/People/User levels',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('user-levels'), parts: [] },
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
/** Opens the form of a level, with the preview of its save. */
async function edit(userEvent: User, name: RegExp) {
  await userEvent.click(within(await row(name)).getByRole('button', { name: /^Edit/ }))
  const form = within(await screen.findByRole('dialog', { name: /^Edit/ }))
  const minimum = await form.findByRole('textbox', { name: /^Minimum/ })
  const effect = within(await form.findByRole('region', { name: 'What this save does' }))
  return { form, minimum, effect }
}
const typed = async (userEvent: User, input: HTMLElement, text: string) => {
  await userEvent.clear(input)
  await userEvent.type(input, text)
}
/** The number of users with this level. */
const usersOf = async (name: string) =>
  (await sql('select u.id from users u join user_levels l on l.id = u.user_level_id where l.name = $1::text', [name]))
    .length

export const Ready: Story = {
  play: async () => {
    await expect(await row(/Gold/)).toHaveTextContent('#D4A017')
    await expect(within(await row(/Founders/)).getByRole('switch')).not.toBeChecked()
  },
}

/** The number of users who would move follows the input; the save moves them. */
export const WhenTheMinimumIsRaised: Story = {
  play: async ({ userEvent }) => {
    const { form, minimum, effect } = await edit(userEvent, /Silver/)
    await waitFor(() => expect(effect.getByText('Move down').nextSibling).toHaveTextContent('0'))
    await typed(userEvent, minimum, '2000')
    const down = () => Number(effect.getByText('Move down').nextSibling!.textContent)
    await waitFor(() => expect(down()).toBeGreaterThan(0))
    const [said, before] = [down(), await usersOf('Silver')]
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await expect(before - (await usersOf('Silver'))).toBe(said)
  },
}

/** Users who would move down keep their level. */
export const WhenNobodyMovesDown: Story = {
  play: async ({ userEvent }) => {
    const { form, minimum, effect } = await edit(userEvent, /Silver/)
    await typed(userEvent, minimum, '2000')
    await userEvent.click(form.getByRole('checkbox', { name: 'Nobody moves down' }))
    await waitFor(() => expect(effect.getByText('Move down').nextSibling).toHaveTextContent('0'))
    const before = await usersOf('Silver')
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await expect(await usersOf('Silver')).toBe(before)
  },
}

/** A new level takes users from the one below. */
export const WhenOneIsAdded: Story = {
  play: async ({ userEvent }) => {
    await row(/Gold/)
    await userEvent.click(screen.getByRole('button', { name: 'Add level' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add level' }))
    const effect = within(await form.findByRole('region', { name: 'What this save does' }))
    await waitFor(() => expect(effect.getByText('It appears once Minimum is filled in.')).toBeVisible())
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Ruby')
    await userEvent.type(form.getByRole('textbox', { name: /^Minimum/ }), '8000')
    await userEvent.type(form.getByRole('textbox', { name: /^Color/ }), '#b0304f')
    await userEvent.selectOptions(form.getByRole('combobox', { name: /^Verification/ }), 'Verified')
    await waitFor(() => expect(effect.getByText('The new level')).toBeVisible())
    await expect(form.queryByRole('checkbox', { name: 'Nobody moves down' })).toBeNull()
    await userEvent.click(form.getByRole('button', { name: 'Add level' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    await expect(await usersOf('Ruby')).toBeGreaterThan(0)
  },
}

/** The answer has not arrived yet. */
export const WhileThePlatformCounts: Story = {
  beforeEach: consoleStory(override('userLevel.previewOf', pending)),
  play: async ({ userEvent }) => {
    const { form } = await edit(userEvent, /Gold/)
    const effect = form.getByRole('region', { name: 'What this save does' })
    await waitFor(() => expect(effect).toHaveAttribute('aria-busy', 'true'))
  },
}

/** Without an answer, the form can still be saved. */
export const WhenThePreviewFails: Story = {
  beforeEach: consoleStory(override('userLevel.previewOf', failing(500))),
  play: async ({ userEvent }) => {
    const { form, effect } = await edit(userEvent, /Gold/)
    const again = () => seen(effect.findByRole('button', { name: 'Try again' }))
    await again()
    await typed(userEvent, form.getByRole('textbox', { name: /^Name/ }), 'Gold plus')
    await again()
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
  },
}

/** The lowest level begins at 0; a level with users cannot be disabled. */
export const WhenTheLowestIsRaised: Story = {
  play: async ({ userEvent }) => {
    const { form, minimum } = await edit(userEvent, /Bronze/)
    await typed(userEvent, minimum, '5')
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    await waitFor(() =>
      expect(minimum).toHaveAccessibleDescription('The lowest level begins at 0: every user has at least this one'),
    )
    await expect(minimum).toHaveValue('5')
  },
}
export const OnAPhone: Story = {
  ...WhenTheMinimumIsRaised,
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await row(/Gold/)
  },
}
export const Dark: Story = { ...Ready, globals: { theme: 'dark' } }
