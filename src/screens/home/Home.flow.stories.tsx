import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from '@storybook/test'
import { useSelector } from '@xstate/react'
import { selectIsKnown } from '@machines/access/access.view'
import { readingMachine } from '@machines/reading/reading.machine'
import { failing, onceInstead, override, pending, type Responder } from '@mocks/overrides'
import { colleague, connectionCount, rowsOf, sql } from '@mocks/scene'
import { inState } from '@tests/kit/in-state'
import { consoleStory, StoryConsole, toasted } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import { useConsole } from '@console/console'
import { acts } from '../approval/approval.story-kit'
import HomeContainer from './Home.container'

const meta = {
  title: 'Flows/Home',
  component: KnownHome,
  parameters: { layout: 'fullscreen' },
  beforeEach: consoleStory(),
} satisfies Meta<typeof KnownHome>
export default meta
type Story = StoryObj<typeof meta>

/** Like the frame: the page renders once the rights are known. */
function KnownHome() {
  const known = useSelector(useConsole().actors.access, selectIsKnown)
  return known && <HomeContainer />
}

const as = (role: string): Pick<Story, 'decorators'> => ({
  decorators: [
    (Shown) => (
      <StoryConsole signedInAs={role}>
        <Shown />
      </StoryConsole>
    ),
  ],
})

export const AsSuperAdmin: Story = {
  ...as('SUPER_ADMIN'),
  play: async ({ canvas }) => {
    await seen(canvas.findByRole('link', { name: /^Documents to review \d/ }))
    await seen(canvas.findByRole('link', { name: /^My open tickets/ }))
    await seen(canvas.findByRole('link', { name: /^Admins without two-factor \d/ }))
  },
}

export const AsSupport: Story = {
  ...as('SUPPORT_AGENT'),
  play: async ({ canvas }) => {
    await seen(canvas.findByRole('link', { name: /^My open tickets/ }))
    await expect(canvas.queryByRole('link', { name: /^Documents/ })).toBeNull()
  },
}

/** Each of the other demo roles sees the work that it may do, and no figure that leads to nothing. */
const ROLES: Readonly<Record<string, RegExp>> = {
  ADMIN: /^Documents to review \d/,
  MANAGER: /^Documents to review \d/,
  SUPPORT_LEAD: /^Documents to review \d/,
  FINANCE: /^Jackpots to review \d/,
  RISK: /^Documents to review \d/,
  CONTENT_EDITOR: /^Pages in draft \d/,
}
const withWork = (role: string): Story => ({
  ...as(role),
  play: async ({ canvas }) => {
    await seen(canvas.findByRole('link', { name: ROLES[role]! }))
    for (const card of canvas.getAllByRole('heading', { level: 3 }))
      await expect(card.closest('section')!.querySelectorAll('a').length).toBeGreaterThan(0)
  },
})
export const AsAdmin: Story = withWork('ADMIN')
export const AsManager: Story = withWork('MANAGER')
export const AsSupportLead: Story = withWork('SUPPORT_LEAD')
export const AsFinance: Story = withWork('FINANCE')
export const AsRisk: Story = withWork('RISK')
export const AsContentEditor: Story = withWork('CONTENT_EDITOR')
export const AsThirdPartyAdmin: Story = {
  ...as('THIRD_PARTY_ADMIN'),
  play: async ({ canvas }) => {
    const pages = within(await canvas.findByRole('region', { name: 'Your pages' }))
    await expect(pages.getByRole('link', { name: 'Third-party users' })).toBeVisible()
  },
}

const openDiscrepancies = async () =>
  (await rowsOf<{ id: string; status: string }>('discrepancy')).filter(({ status }) => status === 'OPEN')
/** What a rail tells differently is counted, with a link to the list, and follows what colleagues do. */
export const WithOpenDiscrepancies: Story = {
  decorators: [
    (Shown) => (
      <StoryConsole signedInAs="FINANCE" isLive>
        <Shown />
      </StoryConsole>
    ),
  ],
  play: async ({ canvas }) => {
    const open = await openDiscrepancies()
    const counted = (count: number) =>
      seen(canvas.findByRole('link', { name: `Open discrepancies ${count}` }, { timeout: 15_000 }))
    await counted(open.length)
    await expect(canvas.getByRole('link', { name: /^Open discrepancies/ })).toHaveAttribute(
      'href',
      '/transaction-record/discrepancies?tab=open',
    )
    await waitFor(() => expect(connectionCount()).toBe(1))
    await acts('MANAGER', 'discrepancy', 'resolve', open[0]!.id, { reason: 'Cleared up' })
    await counted(open.length - 1)
  },
}
/** Those who decide nothing read it, too; those who may not read discrepancies do not. */
export const DiscrepanciesAsRisk: Story = {
  ...as('RISK'),
  play: ({ canvas }) => seen(canvas.findByRole('link', { name: /^Open discrepancies \d/ })),
}
export const DiscrepanciesAsSupportLead: Story = {
  ...as('SUPPORT_LEAD'),
  play: async ({ canvas }) => {
    await seen(canvas.findByRole('link', { name: /^Documents to review \d/ }))
    await expect(canvas.queryByText(/discrepanc/i)).toBeNull()
  },
}
export const WithoutOpenDiscrepancies: Story = {
  ...as('RISK'),
  beforeEach: consoleStory(() => sql(`update discrepancies set status = 'RESOLVED' where status = 'OPEN'`)),
  play: async ({ canvas }) => {
    await seen(canvas.findByRole('link', { name: /^Documents to review \d/ }))
    await expect(canvas.queryByRole('link', { name: /^Open discrepancies [1-9]/ })).toBeNull()
  },
}

/** One list cannot be read: its card says so alone, and asks again. */
export const WhenOneListFails: Story = {
  ...as('RISK'),
  beforeEach: consoleStory(override('userDocVerification.tabs', onceInstead(failing(500)))),
  play: async ({ canvas, userEvent }) => {
    const retry = await canvas.findByRole('button', { name: 'Documents to review: Try again' })
    await userEvent.click(retry)
    await seen(canvas.findByRole('link', { name: /^Documents to review \d/ }))
  },
}

/** A colleague asks for the void of a spin, which nobody else may decide than who may change spins. */
async function voidIsAsked() {
  const rows = await rowsOf<{ id: string; version: number; status: string }>('dailySpin')
  const { id, version } = rows.find(({ status }) => status === 'CREDITED')!
  await colleague('SUPER_ADMIN').call('dailySpin.void', {
    params: { id },
    version,
    body: { reason: 'Counted twice' },
  })
}
/** The queue holds what the person may decide, whichever right that needs; this person may not change money. */
export const ToApproveAsRisk: Story = {
  ...as('RISK'),
  beforeEach: consoleStory(voidIsAsked),
  play: async ({ canvas }) => {
    await seen(canvas.findByRole('link', { name: /^Void/ }))
  },
}

/** The usual counts the first time, then this response. */
const onceThen =
  (then: Responder): NonNullable<Story['beforeEach']> =>
  (context) => {
    let asked = 0
    return consoleStory(
      override('profile.counts', (usual, request) => (asked++ === 0 ? usual() : then(usual, request))),
    )(context)
  }
export const Retrying: Story = {
  ...as('SUPER_ADMIN'),
  parameters: { statechart: inState(readingMachine, 'retrying') },
  beforeEach: onceThen(pending),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Count again' }))
    await expect(canvas.getByRole('region', { name: 'Disabled accounts' })).toBeVisible()
  },
}
export const Outdated: Story = {
  ...as('SUPER_ADMIN'),
  parameters: { statechart: inState(readingMachine, 'outdated') },
  beforeEach: onceThen(failing(500)),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Count again' }))
    await seen(canvas.findByText(/^These figures may be old/))
    await expect(toasted.mock.calls.filter(([kind]) => kind === 'error')).toHaveLength(1)
    await expect(canvas.getByRole('region', { name: 'Disabled accounts' })).toBeVisible()
  },
}

export const WhenCountingFailsOnce: Story = {
  ...as('SUPER_ADMIN'),
  beforeEach: consoleStory(override('profile.counts', onceInstead(failing(500)))),
  play: async ({ canvas, userEvent }) => {
    await seen(canvas.findByText('The figures could not be counted'))
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await seen(canvas.findByRole('region', { name: 'Disabled accounts' }))
  },
}
