import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from '@storybook/test'
import { expectReadable } from '@tests/kit/layout-checks'
import { guide } from '../../foundations/guide.story-kit'
import { ConfirmModal } from './ConfirmModal'

const meta = {
  title: 'Design System/Components/ConfirmModal',
  component: ConfirmModal,
  args: {
    title: 'Turn off two-factor?',
    confirm: 'Disable',
    cancel: 'Keep it on',
    onConfirm: fn(),
    onCancel: fn(),
    children: 'After this, your password alone opens this account.',
  },
  parameters: {
    layout: 'fullscreen',
    ...guide(
      'Asks before a harmful action. Reversible actions: who is affected and what stops. Money and irreversible actions: a required reason, the facts, and above a set amount the amount typed again.',
      [
        'Make the title the question, which names the person or thing.',
        'Name the safe button after what it keeps: "Keep enabled".',
        'For bulk actions show count, sum per currency and the exceptions as facts.',
      ],
      ['Ask before harmless actions.', 'Write "Are you sure?", "Yes" or "No".', 'Let a shortcut confirm it.'],
      560,
    ),
  },
} satisfies Meta<typeof ConfirmModal>
export default meta
type Story = StoryObj<typeof meta>

export const Danger: Story = {
  play: async ({ args, userEvent }) => {
    await expect(screen.getByRole('alertdialog', { name: 'Turn off two-factor?' })).toHaveAccessibleDescription(
      /password alone/,
    )
    await expect(screen.getByRole('button', { name: 'Keep it on' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect(args.onCancel).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
    await expect(args.onConfirm).toHaveBeenCalledOnce()
  },
}

export const Busy: Story = {
  args: { busy: true },
  play: async ({ args, userEvent }) => {
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Loading...' }))
    await expect(args.onCancel).not.toHaveBeenCalled()
    await expect(args.onConfirm).not.toHaveBeenCalled()
  },
}

const facts = [
  { label: 'Player', value: 'Elena Vasquez, U-20418' },
  { label: 'To', value: 'DE89 •••• 3000' },
  { label: 'Locked before', value: '4,200.00 USD' },
  { label: 'Locked after', value: '0.00 USD' },
  { label: 'First approval', value: 'priya_r, 13:58' },
]

export const WithReason: Story = {
  args: {
    title: 'Reject the withdrawal of 4,200.00 USD?',
    children: 'The amount is unlocked at once. Elena Vasquez is told, and reads the reason.',
    confirm: 'Reject 4,200.00 USD',
    cancel: 'Back',
    reason: { hint: 'Elena Vasquez reads it', onChange: fn() },
  },
  play: async ({ args, userEvent }) => {
    const field = await screen.findByRole('textbox', { name: 'Reason' })
    await waitFor(() => expect(field).toHaveFocus())
    await expect(field).toBeRequired()
    await expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
      /unlocked at once\. Elena Vasquez is told, and reads the reason\.$/,
    )
    const verb = screen.getByRole('button', { name: 'Reject 4,200.00 USD' })
    await userEvent.type(field, '   ')
    await userEvent.click(verb)
    await expect(args.onConfirm).not.toHaveBeenCalled()
    await expect(field).toHaveAccessibleDescription('Required')
    await expect(field).toHaveFocus()
    await userEvent.type(field, 'Duplicate of W-58103 ')
    await expect(field).toHaveAccessibleDescription('Elena Vasquez reads it')
    await expect(args.reason!.onChange).toHaveBeenLastCalledWith('   Duplicate of W-58103 ')
    await userEvent.click(verb)
    await expect(args.onConfirm).toHaveBeenCalledOnce()
    await expect(args.onConfirm).toHaveBeenCalledWith('Duplicate of W-58103')
  },
}

export const WhenTheReasonIsTooLong: Story = {
  args: { ...WithReason.args, reason: { max: 20, defaultValue: 'Duplicate of W-58103, asked twice' } },
  play: async ({ args, userEvent }) => {
    await userEvent.click(screen.getByRole('button', { name: 'Reject 4,200.00 USD' }))
    await expect(args.onConfirm).not.toHaveBeenCalled()
    await expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Duplicate of W-58103, asked twice')
    await expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/13 too many/)
  },
}

export const WithTheAmountTyped: Story = {
  args: {
    title: 'Approve 4,200.00 USD?',
    children: 'This is the second approval. The payout is sent with the run at 15:00 and cannot be called back.',
    facts,
    typed: {
      label: 'Type the amount to confirm',
      value: '4,200.00',
      unit: 'USD',
      hint: 'Asked at 1,000.00 USD and above.',
    },
    confirm: 'Approve 4,200.00 USD',
    cancel: 'Back',
    tone: 'primary',
  },
  play: async ({ args, userEvent }) => {
    const field = await screen.findByRole('textbox', { name: 'Type the amount to confirm' })
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.type(field, '420')
    // Neither Enter in a field nor the shortcut that opened the question, when held too long, confirms it.
    await userEvent.keyboard('{Enter}')
    const verb = screen.getByRole('button', { name: 'Approve 4,200.00 USD' })
    await userEvent.click(verb)
    await expect(field).toHaveAccessibleDescription('Type 4,200.00 to confirm.')
    await userEvent.type(field, '0')
    await expect(field).toHaveAccessibleDescription('Asked at 1,000.00 USD and above.')
    verb.focus()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(args.onConfirm).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    await expect(args.onConfirm).toHaveBeenCalledOnce()
    await expect(args.onConfirm).toHaveBeenCalledWith('')
  },
}

export const InBulk: Story = {
  args: {
    title: 'Reject 24 withdrawals?',
    children: 'All are unlocked at once, and their players are told.',
    confirm: 'Reject 24',
    cancel: 'Back',
    facts: [
      { label: 'Withdrawals', value: '24' },
      {
        label: 'In sum',
        value: (
          <>
            18,420.00 USD
            <br />
            950.00 EUR
          </>
        ),
      },
      { label: 'Left out', value: '2, paid meanwhile' },
    ],
    reason: {},
    typed: { label: 'Type the number of withdrawals to confirm', value: '24', hint: 'Asked above 20 records.' },
  },
}

export const WhenItFailed: Story = {
  args: {
    ...WithReason.args,
    reason: { defaultValue: 'Duplicate of W-58103' },
    error: 'priya_r decided first: approved at 14:31. Nothing was sent.',
  },
  play: async () => {
    await expect(screen.getByRole('alert')).toHaveTextContent('Nothing was sent')
    await expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Duplicate of W-58103')
  },
}

export const Matrix: Story = {
  tags: ['picture-overlay'],
  args: { ...InBulk.args, error: 'The server did not answer. Nothing was changed.' },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Phone: Story = {
  ...Matrix,
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    expectReadable()
  },
}
