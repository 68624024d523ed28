import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import { useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { ERROR_CODE } from '@contract/errors'
import { selectIsKnown } from '@machines/access/access.view'
import { decisionMachine } from '@machines/decision/decision.machine'
import { requestAdjustment, type MockApproval } from '@mocks/approvals'
import { failing, onceInstead, override, pending, unreachable } from '@mocks/browser'
import type { Caller } from '@mocks/call'
import { db } from '@mocks/db'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { inState } from '@tests/kit/in-state'
import { seen } from '@tests/kit/seen'
import { consoleStory, StoryConsole } from '@tests/kit/story-console'
import ApprovalContainer from './Approval.container'

const personOf = (role: string) => db.staff.find((each) => each.role === role)!
/** An adjustment that the finance colleague has requested. */
function requested(over: Partial<MockApproval> = {}, amount = '120.00'): void {
  const body = { direction: 'UP', account: 'CASH', amount, reason_code: 'GOODWILL', note: 'The bonus came a day late' }
  requestAdjustment(db.users[0] as never, body, new Date().toISOString(), { staff: personOf('FINANCE') } as Caller)
  Object.assign(db.approvals.at(-1)!, over)
}
const decidedBy = (role: string, decision: 'APPROVED' | 'REJECTED') => {
  const { id, username } = personOf(role)
  return { by: { id, username }, decision, reason: null, at: '2026-11-20T14:31:40.000Z' }
}
/** A colleague decides while the page is open, which is not told of it. */
const overtake = () =>
  Object.assign(db.approvals[0]!, {
    status: 'REJECTED',
    decisions: [decidedBy('ADMIN', 'REJECTED')],
    settled_at: '2026-11-20T14:31:40.000Z',
  })

/** Like the frame: the page renders once the rights are known. */
function KnownApproval() {
  const known = useSelector(useConsole().actors.access, selectIsKnown)
  return known && <ApprovalContainer id={db.approvals[0]?.id ?? '01890a5d-ac96-774b-bcce-b302099a8057'} />
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

const mocked =
  (
    over: Partial<MockApproval> | (() => Partial<MockApproval>),
    amount?: string,
    ...others: ReturnType<typeof override>[]
  ) =>
  (context: object): void => {
    consoleStory(...others)(context)
    requested(typeof over === 'function' ? over() : over, amount)
  }
const button = (name: RegExp) => screen.findByRole('button', { name })
const deciding = () =>
  waitFor(() => expect(screen.getByRole('textbox', { name: /^Reason/ })).not.toHaveAttribute('readonly'))
const approves = async (userEvent: { click: (element: Element) => Promise<void> }) => {
  await deciding()
  const [, submit] = await screen.findAllByRole('button', { name: /^Approve/ })
  await userEvent.click(submit!)
}

export const Pending: Story = {
  beforeEach: mocked({}),
  parameters: { statechart: inState(decisionMachine, 'approving') },
  play: async () => {
    await deciding()
    await seen(screen.findByText('The bonus came a day late'))
    await seen(screen.findByText('Waiting'))
  },
}

export const Approved: Story = {
  beforeEach: mocked({}),
  parameters: { statechart: inState(decisionMachine, 'decided') },
  play: async ({ userEvent }) => {
    const before = db.users[0]!.cash_balance
    await approves(userEvent)
    await seen(screen.findByText(/^You decided: Approved/))
    await expect(Number(db.users[0]!.cash_balance) - Number(before)).toBeCloseTo(120)
  },
}

export const Rejected: Story = {
  beforeEach: mocked({}),
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
    await expect(db.approvals[0]!.decisions[0]!.reason).toBe('Τι έγινε; 理由')
  },
}

/** A colleague has decided meanwhile. */
export const Overtaken: Story = {
  beforeEach: mocked({}),
  parameters: { statechart: inState(decisionMachine, 'overtaken') },
  play: async ({ userEvent }) => {
    await deciding()
    overtake()
    await approves(userEvent)
    await seen(screen.findByText(/decided: Rejected/))
    await seen(screen.findByText(/Your decision was not sent/))
  },
}

/** Without a connection the decision is sent again with the same key until there is a response. */
export const Uncertain: Story = {
  beforeEach: mocked({}, undefined, override('approvals.approve', unreachable)),
  parameters: { statechart: inState(decisionMachine, 'checking') },
  play: async ({ userEvent }) => {
    await approves(userEvent)
    await seen(screen.findByText(/^No answer yet/))
  },
}

export const Unresolved: Story = {
  beforeEach: mocked({}, undefined, override('approvals.approve', unreachable)),
  parameters: { checkPatienceMs: 300, statechart: inState(decisionMachine, 'unresolved') },
  play: async ({ userEvent }) => {
    await approves(userEvent)
    await seen(button(/^Check again/))
    await seen(screen.findByText(/^It is not known whether/))
  },
}

export const Expired: Story = {
  beforeEach: mocked({ expires_at: '2026-01-01T00:00:00.000Z' }),
  play: async () => {
    await seen(screen.findByText(/it has expired/))
    await expect(screen.queryByRole('textbox')).toBeNull()
  },
}

/** It expires while the page is open. */
export const WhenItExpiresMeanwhile: Story = {
  beforeEach: mocked({}),
  parameters: { statechart: inState(decisionMachine, 'overtaken') },
  play: async ({ userEvent }) => {
    await deciding()
    db.approvals[0]!.expires_at = '2026-01-01T00:00:00.000Z'
    await approves(userEvent)
    await seen(screen.findByText(/it has expired/))
  },
}

export const Cancelled: Story = {
  beforeEach: mocked({ status: 'CANCELLED' }),
  play: async () => {
    await seen(screen.findByText(/the request is cancelled/))
  },
}

/** The requester. */
export const WithoutTheRight: Story = {
  parameters: { role: 'FINANCE' },
  beforeEach: mocked({}),
  play: async () => {
    await seen(screen.findByText(/^You requested this/))
    await expect(screen.queryByRole('textbox')).toBeNull()
  },
}

export const AboveTheLimit: Story = {
  beforeEach: mocked({}, '20000.01'),
  play: async () => {
    await seen(screen.findByText(/above your limit/))
  },
}

/** The server asks again who it is: the step-up has expired while the person decided. */
export const StepUp: Story = {
  beforeEach: mocked({}, '600.00'),
  parameters: { statechart: inState(decisionMachine, 'proofAsked') },
  play: async ({ userEvent }) => {
    await approves(userEvent)
    await seen(screen.findByLabelText(/^Password/))
  },
}

export const AwaitingSecond: Story = {
  beforeEach: mocked({}, '600.00'),
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
  beforeEach: mocked(
    {},
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
  beforeEach: mocked(
    {},
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
  beforeEach: mocked({}, undefined, override('approvals.get', pending)),
  play: async () => {
    await seen(screen.findByText('Reading the approval'))
  },
}
export const WhenThereIsNone: Story = {
  beforeEach: consoleStory(),
  play: async () => {
    await seen(screen.findByText('There is no such approval'))
  },
}
