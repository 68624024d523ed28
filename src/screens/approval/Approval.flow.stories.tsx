import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import { useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { ERROR_CODE } from '@contract/errors'
import { selectIsKnown } from '@machines/access/access.view'
import { decisionMachine } from '@machines/decision/decision.machine'
import { stepUpMachine } from '@machines/step-up/step-up.machine'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { userFixture } from '@mocks/fixtures/user'
import { failing, onceInstead, override, pending, unreachable } from '@mocks/overrides'
import { recordOf, sql } from '@mocks/scene'
import { inState } from '@tests/kit/in-state'
import { seen } from '@tests/kit/seen'
import { consoleStory, StoryConsole } from '@tests/kit/story-console'
import ApprovalContainer from './Approval.container'
import { decides, newestApproval, requests } from './approval.story-kit'

/** A user of the own store. */
const USER_ID = userFixture()[0]!.id
const NOBODYS = '01890a5d-ac96-774b-bcce-b302099a8057'
/** The approval that the page shows. */
let shown = NOBODYS
/** The finance colleague has requested an adjustment. */
const requested =
  (amount = '120.00') =>
  async () => {
    const body = {
      direction: 'UP',
      account: 'CASH',
      amount,
      reason_code: 'GOODWILL',
      note: 'The bonus came a day late',
    }
    shown = (await requests('FINANCE', 'users', 'adjust', USER_ID, body)).id
  }
const waiting = (amount?: string, ...others: ReturnType<typeof override>[]) =>
  consoleStory(...others, requested(amount))
/** The time to decide has passed. Triggers keep what was requested as it is. */
const expires = () =>
  sql(`do $$ begin
    set local session_replication_role = replica;
    update approvals set requested_at = requested_at - interval '73 hours', expires_at = expires_at - interval '73 hours';
    set local session_replication_role = origin;
  end $$`)
const cash = async () => Number((await recordOf<{ cash_balance: string }>('users', USER_ID)).cash_balance)

/** Like the frame: the page renders once the rights are known. */
function KnownApproval() {
  const known = useSelector(useConsole().actors.access, selectIsKnown)
  return known && <ApprovalContainer id={shown} />
}

const meta = {
  title: 'Flows/Approval',
  component: KnownApproval,
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story, { parameters }) => (
      <StoryConsole
        signedInAs={(parameters.role as string | undefined) ?? 'MANAGER'}
        checkPatienceMs={parameters.checkPatienceMs as number | undefined}
      >
        <Story />
      </StoryConsole>
    ),
  ],
} satisfies Meta<typeof KnownApproval>
export default meta
type Story = StoryObj<typeof meta>

const button = (name: RegExp) => screen.findByRole('button', { name })
const deciding = () =>
  waitFor(() => expect(screen.getByRole('textbox', { name: /^Reason/ })).not.toHaveAttribute('readonly'))
const approves = async (userEvent: { click: (element: Element) => Promise<void> }) => {
  await deciding()
  const [, submit] = await screen.findAllByRole('button', { name: /^Approve/ })
  await userEvent.click(submit!)
}

export const Pending: Story = {
  beforeEach: waiting(),
  parameters: { statechart: inState(decisionMachine, 'approving') },
  play: async () => {
    await deciding()
    await seen(screen.findByText('The bonus came a day late'))
    await seen(screen.findByText('Waiting'))
  },
}

export const Approved: Story = {
  beforeEach: waiting(),
  parameters: { statechart: inState(decisionMachine, 'decided') },
  play: async ({ userEvent }) => {
    const before = await cash()
    await approves(userEvent)
    await seen(screen.findByText(/^You decided: Approved/))
    await expect((await cash()) - before).toBeCloseTo(120)
  },
}

export const Rejected: Story = {
  beforeEach: waiting(),
  parameters: { statechart: inState(decisionMachine, 'decided') },
  play: async ({ userEvent }) => {
    await deciding()
    await userEvent.keyboard('r')
    const submit = async () => (await screen.findAllByRole('button', { name: /^Reject/ }))[1]!
    await userEvent.click(await submit())
    await seen(screen.findByText('Required'))
    await userEvent.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'Τι έγινε; 理由')
    await userEvent.click(await submit())
    await seen(screen.findByText(/^You decided: Rejected/))
    await expect((await newestApproval()).decisions[0]!.reason).toBe('Τι έγινε; 理由')
  },
}

/** A colleague has decided meanwhile. */
export const Overtaken: Story = {
  beforeEach: waiting(),
  parameters: { statechart: inState(decisionMachine, 'overtaken') },
  play: async ({ userEvent }) => {
    await deciding()
    await decides('ADMIN', 'reject', await newestApproval())
    await approves(userEvent)
    await seen(screen.findByText(/decided: Rejected/))
    await seen(screen.findByText(/Your decision was not sent/))
  },
}

/** Without a connection the decision is sent again with the same key until there is a response. */
export const Uncertain: Story = {
  beforeEach: waiting(undefined, override('approvals.approve', unreachable)),
  parameters: { statechart: inState(decisionMachine, 'checking') },
  play: async ({ userEvent }) => {
    await approves(userEvent)
    await seen(screen.findByText(/^No answer yet/))
  },
}

export const Unresolved: Story = {
  beforeEach: waiting(undefined, override('approvals.approve', unreachable)),
  parameters: { checkPatienceMs: 300, statechart: inState(decisionMachine, 'unresolved') },
  play: async ({ userEvent }) => {
    await approves(userEvent)
    await seen(button(/^Check again/))
    await seen(screen.findByText(/^It is not known whether/))
  },
}

export const Expired: Story = {
  beforeEach: consoleStory(requested(), expires),
  play: async () => {
    await seen(screen.findByText(/it has expired/))
    await expect(screen.queryByRole('textbox')).toBeNull()
  },
}

/** It expires while the page is open. */
export const WhenItExpiresMeanwhile: Story = {
  beforeEach: waiting(),
  parameters: { statechart: inState(decisionMachine, 'overtaken') },
  play: async ({ userEvent }) => {
    await deciding()
    await expires()
    await approves(userEvent)
    await seen(screen.findByText(/it has expired/))
  },
}

export const Cancelled: Story = {
  beforeEach: consoleStory(requested(), () => sql(`update approvals set status = 'CANCELLED'`)),
  play: async () => {
    await seen(screen.findByText(/the request is cancelled/))
  },
}

/** The requester. */
export const WithoutTheRight: Story = {
  parameters: { role: 'FINANCE' },
  beforeEach: waiting(),
  play: async () => {
    await seen(screen.findByText(/^You requested this/))
    await expect(screen.queryByRole('textbox')).toBeNull()
  },
}

export const AboveTheLimit: Story = {
  beforeEach: waiting('20000.01'),
  play: async () => {
    await seen(screen.findByText(/above your limit/))
  },
}

/** The server asks again who it is: the step-up has expired while the person decided. */
export const StepUp: Story = {
  beforeEach: waiting('600.00'),
  parameters: { statechart: [inState(decisionMachine, 'steppingUp'), inState(stepUpMachine, 'asked')] },
  play: async ({ userEvent }) => {
    await approves(userEvent)
    await seen(screen.findByLabelText(/^Password/))
  },
}

export const AwaitingSecond: Story = {
  beforeEach: waiting('600.00'),
  parameters: { statechart: inState(decisionMachine, 'awaitingSecond') },
  play: async ({ userEvent }) => {
    await approves(userEvent)
    await userEvent.type(await screen.findByLabelText(/^Password/), DEMO_PASSWORD)
    await userEvent.keyboard('{Enter}')
    await seen(screen.findByText(/A second person must decide this approval too/))
    await seen(screen.findByText(/^1 of 2/))
  },
}

/** The user has less than is to be taken: the refusal is shown, and nothing has changed. */
export const WhenTheMoneyIsGone: Story = {
  beforeEach: waiting(
    undefined,
    override('approvals.approve', failing(422, { message: 'The user has less cash than this takes.' })),
  ),
  parameters: { statechart: inState(decisionMachine, 'refused') },
  play: async ({ userEvent }) => {
    await approves(userEvent)
    await seen(screen.findByText('The user has less cash than this takes.'))
  },
}

export const WhenTheRightWasTakenAway: Story = {
  beforeEach: waiting(
    undefined,
    override('approvals.approve', onceInstead(failing(403, { code: ERROR_CODE.forbidden, message: 'Not any more.' }))),
  ),
  parameters: { statechart: inState(decisionMachine, 'refused') },
  play: async ({ userEvent }) => {
    await approves(userEvent)
    await seen(screen.findByText('Not any more.'))
  },
}

export const Reading: Story = {
  beforeEach: waiting(undefined, override('approvals.get', pending)),
  play: async () => {
    await seen(screen.findByText('Reading the approval'))
  },
}
export const WhenThereIsNone: Story = {
  beforeEach: consoleStory(async () => {
    shown = NOBODYS
  }),
  play: async () => {
    await seen(screen.findByText('There is no such approval'))
  },
}
