import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from '@storybook/test'
import { useState } from 'react'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import { expectReadable } from '@tests/kit/layout-checks'
import { FormFoot } from './FormFoot'

const meta = {
  title: 'Features/Form/FormFoot',
  component: FormFoot,
  args: { verb: 'Save changes', busy: false, problem: null, onCancel: fn() },
} satisfies Meta<typeof FormFoot>
export default meta
type Story = StoryObj<typeof meta>

export const Typing: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await expect(args.onCancel).toHaveBeenCalledOnce()
  },
}

const discard = fn()
export const Kept: Story = {
  args: { kept: { discard } },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Draft kept')
    await userEvent.click(canvas.getByRole('button', { name: 'Discard' }))
    await expect(discard).toHaveBeenCalledOnce()
  },
}

export const Submitting: Story = {
  args: { busy: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Cancel/ }))
    await expect(args.onCancel).not.toHaveBeenCalled()
  },
}

export const Rejected: Story = { args: { problem: 'Check the marked fields.' } }

export const Leaving: Story = {
  args: { leaving: { stay: fn(), leaveAnyway: fn() } },
  play: async ({ args, canvas, userEvent }) => {
    const stay = canvas.getByRole('button', { name: 'Stay' })
    await waitFor(() => expect(stay).toHaveFocus())
    await expect(canvas.getByRole('group', { name: 'Leave without saving?' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect(args.leaving?.stay).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'Leave without saving' }))
    await expect(args.leaving?.leaveAnyway).toHaveBeenCalledOnce()
  },
}

/** A field, and a question that can be opened and closed. */
function Asked() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <TextInput label="Note" onKeyDown={({ key }) => key === 'Escape' && setAsking(true)} />
      <FormFoot
        verb="Save"
        busy={false}
        problem={null}
        onCancel={() => setAsking(true)}
        leaving={asking ? { stay: () => setAsking(false), leaveAnyway: () => undefined } : null}
      />
    </>
  )
}

export const WhenOneStaysFocusGoesBack: Story = {
  render: () => <Asked />,
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByLabelText('Note')
    await userEvent.type(field, 'a{Escape}')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Stay' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(field).toHaveFocus())
    // Pressing a button leaves the focus in the field, so that nothing moves between press and release.
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(field).toHaveFocus())
  },
}

export const WhenNarrowest: Story = {
  globals: { viewport: { value: 'narrowest' } },
  args: { kept: { discard: fn() }, problem: 'Check the marked fields.' },
  // As in a modal: the foot extends to its edges.
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <div style={{ padding: 24 }}>
        <Story />
      </div>
    ),
  ],
  play: () => expectReadable(),
}
