import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { HOW_TO_WRITE } from '@contract/typed'
import type { users } from '@contract/records/people/users'
import type { RowOf } from '@contract/records/record'
import { manyUsers } from '@mocks/fixtures/user'
import { MOCK_NOW } from '@mocks/ids'
import { override, streaming } from '@mocks/overrides'
import { rowsOf } from '@mocks/scene'
import { consoleStory } from '@tests/kit/story-console'
import { openedDialog } from '@tests/kit/seen'
import { inConsole, listPage, ListPage } from './list.story-kit'

const meta = {
  title: 'Screens/List/Finding',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('users'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

const grid = () => screen.findByRole('grid', { name: 'users' })
const shown = async (count: number) =>
  waitFor(async () => expect(await grid()).toHaveAttribute('aria-rowcount', String(count + 1)))
/** How many users a condition holds for. At least one, so that the filter finds something. */
async function numberOf(holds: (user: RowOf<typeof users>) => boolean): Promise<number> {
  const found = (await rowsOf<RowOf<typeof users>>('users')).filter(holds).length
  await expect(found).toBeGreaterThan(0)
  return found
}
const filterBy = async (userEvent: Parameters<NonNullable<Story['play']>>[0]['userEvent'], column: string) => {
  await grid()
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
  const panel = within(await openedDialog('Add a filter'))
  await userEvent.click(await panel.findByRole('button', { name: column }))
  return panel
}

/** The values of a hidden column are fetched when its filter is opened. */
export const WhenAHiddenColumnIsFiltered: Story = {
  play: async ({ userEvent }) => {
    const panel = await filterBy(userEvent, 'Level')
    await userEvent.click(await panel.findByRole('checkbox', { name: 'Gold' }))
    await shown(await numberOf(({ user_level }) => user_level?.name === 'Gold'))
    await expect(screen.queryByRole('columnheader', { name: /Level/ })).toBeNull()
  },
}

export const WhenValuesAreLeftOut: Story = {
  play: async ({ userEvent }) => {
    const panel = await filterBy(userEvent, 'Verification')
    await userEvent.click(await panel.findByRole('radio', { name: 'Is none of' }))
    await userEvent.click(panel.getByRole('checkbox', { name: 'Verified' }))
    await userEvent.click(panel.getByRole('checkbox', { name: 'Rejected' }))
    await shown(await numberOf(({ kyc_status }) => kyc_status !== 'VERIFIED' && kyc_status !== 'REJECTED'))
    await userEvent.click(panel.getByRole('button', { name: 'Done' }))
    await expect(screen.getByRole('list', { name: 'Filters' })).toHaveTextContent(
      'Verification is none of Verified, Rejected',
    )
  },
}

/** A range includes both bounds; an invalid bound is refused at its field. */
export const WhenARangeOfNumbersIsTyped: Story = {
  play: async ({ userEvent }) => {
    const panel = await filterBy(userEvent, 'Cash balance')
    await userEvent.type(await panel.findByRole('textbox', { name: 'From' }), 'ten')
    await expect(panel.getByText(HOW_TO_WRITE.decimal)).toBeInTheDocument()
    await userEvent.clear(panel.getByRole('textbox', { name: 'From' }))
    await userEvent.type(panel.getByRole('textbox', { name: 'From' }), '1000')
    await userEvent.type(panel.getByRole('textbox', { name: 'To' }), '2000.50')
    await userEvent.click(panel.getByRole('button', { name: 'Apply' }))
    await shown(await numberOf(({ cash_balance }) => Number(cash_balance) >= 1000 && Number(cash_balance) <= 2000.5))
    await expect(screen.getByRole('list', { name: 'Filters' })).toHaveTextContent('Cash balance is 1000 – 2000.50')
  },
}

/** The day to which the mock dates are relative, or that many days later, in the browser's time zone. */
const mockDay = (later: number) => {
  const day = new Date(MOCK_NOW)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later)
}
const inPath = (day: Date) =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

export const WhenARangeOfDaysIsTyped: Story = {
  parameters: { path: `/users?f.createdAt=${inPath(mockDay(-1))}/${inPath(mockDay(0))}` },
  play: async () => {
    const [from, to] = [mockDay(-1).toISOString(), mockDay(1).toISOString()]
    await shown(await numberOf(({ createdAt }) => createdAt >= from && createdAt < to))
    await expect(screen.getByRole('list', { name: 'Filters' })).toHaveTextContent(
      new RegExp(`Registered is ${mockDay(-1).getDate()}.*${mockDay(0).getDate()} \\w+ ${mockDay(0).getFullYear()}`),
    )
  },
}

/** A page that a row links to, with Back. */
function WithPages(props: Parameters<typeof ListPage>[0]) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <Routes>
      <Route path="/users" element={<ListPage {...props} />} />
      <Route
        path="*"
        element={
          <p>
            {pathname}
            <button type="button" onClick={() => void navigate(-1)}>
              Back
            </button>
          </p>
        }
      />
    </Routes>
  )
}

/** Back restores the rows that were in view. */
export const WhenOneComesBack: Story = {
  parameters: { path: '/users' },
  render: (args) => <WithPages {...args} />,
  beforeEach: consoleStory(override('users.list', streaming(manyUsers(500)))),
  play: async ({ userEvent }) => {
    await shown(500)
    const scroller = await grid()
    scroller.scrollTop = 9000
    const row = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[role=row][data-index="230"]')
      if (!found) throw new Error('The row is not there')
      return found
    })
    // The visible rows are stored once scrolling has stopped.
    await new Promise((resolve) => setTimeout(resolve, 400))
    await userEvent.click(within(row).getByRole('link'))
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    await waitFor(() => expect(document.querySelector('[role=row][data-index="230"]')).not.toBeNull())
  },
}
