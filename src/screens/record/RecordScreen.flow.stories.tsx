import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { fortuneWheels } from '@demo/play/fortune-wheel'
import { bonuses } from '@demo/rewards/bonus'
import { bonusGrants } from '@demo/rewards/bonus-grant'
import { demoId } from '@demo/rows'
import { sql } from '@mocks/scene'
import { openedDialog } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { GAME_IMAGES, inRecordPage, RecordOfPage, recordPage } from './record.story-kit'

const meta = {
  title: 'Screens/Record',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'CONTENT_EDITOR' },
  args: { page: recordPage('seo-brand-categories'), parts: [demoId('brandCategory', 1)] },
  decorators: [inRecordPage('Category')],
  beforeEach: consoleStory(),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

const heading = (name: RegExp) => screen.findByRole('heading', { name })

export const Ready: Story = {
  play: async () => {
    await expect(await heading(/^Live casino/)).toBeVisible()
    await expect(screen.getByText('live-casino')).toBeVisible()
    await expect(screen.getByText('SEO score').nextElementSibling).toHaveTextContent(/^\d+ \/ 100$/)
  },
}

export const NotFound: Story = {
  args: { parts: ['01900000-0000-7000-8000-00000000ffff'] },
  play: async () => {
    await expect(await screen.findByText('No such category')).toBeVisible()
    await expect(screen.getByRole('link', { name: 'Go to all categories' })).toBeVisible()
  },
}

/** The page shows the change, and the history shows who made it. */
export const WhenItIsEdited: Story = {
  play: async ({ userEvent }) => {
    await heading(/^Live casino/)
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Live casino' }))
    const name = await form.findByRole('textbox', { name: /^Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Live tables')
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    await heading(/Live tables/)
    const history = within(await screen.findByRole('region', { name: 'Timeline' }))
    await waitFor(() =>
      expect(history.getAllByRole('listitem')[0]).toHaveTextContent(/changed the name from Live casino to Live tables/),
    )
  },
}

/** A color is displayed as a swatch on the page too. */
export const WithAColor: Story = {
  parameters: { signedInAs: 'ADMIN' },
  args: { page: recordPage('user-levels'), parts: [demoId('userLevel', 1)] },
  play: async () => {
    await heading(/^Silver/)
    const details = within(screen.getByRole('region', { name: 'Level' }))
    await expect(details.getByText('Color').nextElementSibling).toHaveTextContent('#8A94A3')
  },
}

const harbor = demoId(
  'bonus',
  bonuses.findIndex(({ name }) => name === 'Harbor welcome'),
)
const bonus = { page: recordPage('bonus'), parts: [harbor] }
const more = async (userEvent: Parameters<NonNullable<Story['play']>>[0]['userEvent']) => {
  await userEvent.click(await screen.findByRole('button', { name: /^More for/ }))
  return within(await screen.findByRole('menu', { name: /^More for/ }))
}
/** Key figures with their units, the sections of its form, and what it means that a section has no value. */
export const ComposedByMeaning: Story = {
  parameters: { signedInAs: 'ADMIN' },
  args: bonus,
  play: async () => {
    await heading(/^Harbor welcome/)
    const figures = within(screen.getByText('Percent').closest('dl')!)
    const figure = (name: string) => figures.getByText(name).nextElementSibling
    await expect(figure('Percent')).toHaveTextContent('30 %')
    await expect(figure('Wagering multiplier')).toHaveTextContent('20 ×')
    await expect(screen.getByText('Expires after').nextElementSibling).toHaveTextContent('14 days')
    const audience = screen.getByRole('region', { name: 'Who gets it' })
    await expect(audience).toHaveTextContent('Every user of the store.')
    for (const kindOfValue of ['Details', 'Amounts', 'State', 'Activity'])
      await expect(screen.queryByRole('region', { name: kindOfValue })).toBeNull()
  },
}
export const ComposedByMeaningDark: Story = { ...ComposedByMeaning, globals: { theme: 'dark' } }
/** Each value of an item is named; the first one is the name of the item. */
export const WithItems: Story = {
  parameters: { signedInAs: 'ADMIN' },
  args: { page: recordPage('fortune-wheel'), parts: [demoId('fortuneWheel', 0)] },
  play: async () => {
    const table = within(await screen.findByRole('table', { name: 'Segments' }))
    const rowOf = (index: number) => within(table.getAllByRole('rowheader')[index]!.closest('tr')!)
    const segments = fortuneWheels[0]!.segments as {
      label: string
      weight: number
      reward_type: string
      value: string
      color: string
    }[]
    const [stored] = segments
    await expect(rowOf(0).getByRole('rowheader')).toHaveTextContent(stored!.label)
    const cellOf = (index: number, title: string) =>
      rowOf(index)
        .getAllByRole('cell')
        .find((each) => each.dataset.title === title)
    await expect(cellOf(0, 'Weight')).toHaveTextContent(stored!.weight.toLocaleString('en-US'))
    // What a segment pays is money or a number of spins, and says which.
    const valueAt = (index: number) => cellOf(index, 'Value')
    const [money, spins] = ['CASH', 'SPIN'].map((type) => segments.findIndex((each) => each.reward_type === type))
    await expect(valueAt(money!)).toHaveTextContent(/^[\d,]+\.\d{2}USD$/)
    await expect(valueAt(spins!)).toHaveTextContent(/^\d+ spins?$/)
    const swatch = cellOf(0, 'Color')!.querySelector('[style*="background"]')
    await expect(swatch).toBeVisible()
  },
}
export const WithItemsDark: Story = { ...WithItems, globals: { theme: 'dark' } }
export const WithItemsNarrowest: Story = { ...WithItems, globals: { viewport: { value: 'narrowest' } } }
/** Fields without a value are counted, and named on request. */
export const WithEmptyFields: Story = {
  parameters: { signedInAs: 'ADMIN' },
  args: bonus,
  play: async ({ userEvent }) => {
    const toggle = await screen.findByRole('button', { name: /^\d+ empty fields$/ })
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(screen.queryByText(/Maximum bet/)).not.toBeVisible()
    toggle.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByText(/Maximum bet, Maximum win/)).toBeVisible())
  },
}
/** Two buttons that the state calls for; the other actions, and the id to copy, are in one menu. */
export const WithTwoButtonsAndAMenu: Story = {
  parameters: { signedInAs: 'ADMIN' },
  args: bonus,
  play: async ({ userEvent }) => {
    const pause = await screen.findByRole('button', { name: 'Pause' })
    await expect(screen.getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'End…' })).toBeNull()
    const menu = await more(userEvent)
    await waitFor(() => expect(menu.getByRole('menuitem', { name: 'End…' })).toBeVisible())
    await expect(menu.getByRole('menuitem', { name: 'Duplicate…' })).toBeVisible()
    await expect(menu.getByRole('menuitem', { name: 'Copy the id' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await expect(pause).toBeVisible()
  },
}
/** On a phone the buttons stand at the lower edge of the window. */
export const ActionsOnAPhone: Story = {
  parameters: { signedInAs: 'ADMIN' },
  args: bonus,
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    const edit = await screen.findByRole('button', { name: 'Edit' })
    await waitFor(() => expect(edit.getBoundingClientRect().bottom).toBeGreaterThan(window.innerHeight - 140))
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
/** Who may only read sees no buttons, and can still copy the id. */
export const ForAReader: Story = {
  parameters: { signedInAs: 'FINANCE' },
  args: bonus,
  play: async ({ userEvent }) => {
    await heading(/^Harbor welcome/)
    await expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    const menu = await more(userEvent)
    await waitFor(() => expect(menu.getAllByRole('menuitem')).toHaveLength(1))
  },
}
/** A record that this one refers to is a link with one fact: here the state of the user's bonus. */
export const WithRelations: Story = {
  parameters: { signedInAs: 'ADMIN' },
  args: {
    page: recordPage('bonus-history'),
    parts: [
      demoId(
        'bonusGrant',
        bonusGrants.findIndex((grant) => grant.bonus === harbor),
      ),
    ],
  },
  play: async () => {
    const grant = within(await screen.findByRole('region', { name: 'Grant' }))
    const link = await grant.findByRole('link', { name: 'Harbor welcome' })
    await waitFor(() => expect(link.parentElement).toHaveTextContent('Harbor welcomeLive'))
  },
}

/** Images can be enlarged with the keyboard only; the focus returns to the one that was opened. */
export const WithImages: Story = {
  args: { page: recordPage('seo-games'), parts: [demoId('game', 0)] },
  beforeEach: consoleStory(() =>
    sql('update games set screenshot_ids = $2::uuid[] where id = $1::uuid', [
      demoId('game', 0),
      GAME_IMAGES.slice(0, 3),
    ]),
  ),
  play: async ({ userEvent }) => {
    const second = await screen.findByRole('button', { name: 'Screenshots, 2 of 3: enlarge' })
    second.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await openedDialog('Screenshots, 2 of 3'))
    const shown = await dialog.findByRole<HTMLImageElement>('img', { name: 'Screenshots, 2 of 3' })
    await waitFor(() => expect(shown.naturalWidth).toBeGreaterThan(0))
    await userEvent.keyboard('{ArrowRight}')
    await openedDialog('Screenshots, 3 of 3')
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}')
    await openedDialog('Screenshots, 1 of 3')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(second).toHaveFocus())
  },
}
export const WithImagesDark: Story = { ...WithImages, globals: { theme: 'dark' } }
export const WithImagesNarrowest: Story = { ...WithImages, globals: { viewport: { value: 'narrowest' } } }
