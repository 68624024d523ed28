import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { Ban, CircleCheck } from 'lucide-react'
import { Button } from '../../primitives/Button/Button'
import { StatusPill } from '../../primitives/StatusPill/StatusPill'
import { PageHeader } from './PageHeader'

const verbs = (
  <>
    <Button icon={Ban}>Disable</Button>
    <Button variant="primary">Edit</Button>
  </>
)

const meta = {
  title: 'Design System/Components/PageHeader',
  component: PageHeader,
  args: { title: 'Users' },
  parameters: {
    docs: {
      description: {
        component: `A page's own heading, the only h1; what stands above it is muted before "/".

**Do** say what it is, not what it does; put a count, an age or a state into \`note\`; let the primary verb be the last one.

**Don't** have two in a page, or more verbs than fit: the rest go under a menu.`,
      },
    },
  },
} satisfies Meta<typeof PageHeader>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('Users')
  },
}
export const WithNote: Story = { args: { note: '25,000, as of 14:32' } }
export const WithParents: Story = {
  args: {
    title: 'Marta Lindqvist',
    parents: ['Users'],
    note: (
      <StatusPill tone="success" icon={CircleCheck}>
        Enabled
      </StatusPill>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('Users / Marta Lindqvist')
  },
}
export const WithActions: Story = {
  args: { title: 'Marta Lindqvist', parents: ['Users'], actions: verbs },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Disable' })).toHaveFocus()
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Edit' })).toHaveFocus()
  },
}
export const BadInput: Story = {
  args: {
    title: 'Bartholomew '.repeat(17).trim(),
    parents: ['Users', 'محمد بن عبد الله 🎉'],
    note: 'as of 14:32',
    actions: verbs,
  },
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
/** A page must have one h1, so this matrix with several is for viewing only. */
export const Matrix: Story = {
  parameters: {
    a11y: {
      config: {
        rules: [
          { id: 'page-has-heading-one', enabled: false },
          { id: 'landmark-no-duplicate-banner', enabled: false },
          { id: 'landmark-unique', enabled: false },
        ],
      },
    },
  },
  render: () => (
    <div style={{ display: 'grid', gap: 24 }}>
      <PageHeader title="Users" />
      <PageHeader title="Users" note="25,000, as of 14:32" />
      <PageHeader
        title="Marta Lindqvist"
        parents={['Users']}
        note={
          <StatusPill tone="success" icon={CircleCheck}>
            Enabled
          </StatusPill>
        }
        actions={verbs}
      />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
