import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Radio } from './Radio'

const meta = {
  title: 'Design System/Primitives/Radio',
  component: Radio,
  parameters: guide(
    'For choosing one of a few that are all visible, such as the reason of a rejection.',
    [
      'Put the buttons of a group into a `fieldset` with a `legend`.',
      'Use a `SelectField` for more than nine choices.',
    ],
    ['Use it for a single yes or no: use a `Checkbox`.', 'Give the buttons of one group different names.'],
  ),
  args: { name: 'reason', value: 'FRAUD', label: 'Suspected fraud' },
} satisfies Meta<typeof Radio>
export default meta
type Story = StoryObj<typeof meta>

export const Off: Story = {
  play: async ({ canvas, userEvent }) => {
    const radio = canvas.getByRole('radio', { name: 'Suspected fraud' })
    await expect(radio).not.toBeChecked()
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect(radio).toBeChecked()
  },
}

export const Group: Story = {
  render: ({ name }) => (
    <fieldset>
      <legend>Reason</legend>
      <Radio name={name} value="TERMS" label="Terms not met" defaultChecked />
      <Radio name={name} value="FRAUD" label="Suspected fraud" />
    </fieldset>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Suspected fraud'))
    await expect(canvas.getByRole('radio', { name: 'Suspected fraud' })).toBeChecked()
    await expect(canvas.getByRole('radio', { name: 'Terms not met' })).not.toBeChecked()
    await userEvent.keyboard('{ArrowUp}')
    await expect(canvas.getByRole('radio', { name: 'Terms not met' })).toBeChecked()
  },
}

export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['rest', 'disabled']}
      rows={[false, true].map((checked) => ({
        name: checked ? 'chosen' : 'not chosen',
        cells: [false, true].map((disabled) => (
          <Radio
            key={String(disabled)}
            name={`${checked} ${disabled}`}
            value="A"
            label="Terms not met"
            defaultChecked={checked}
            disabled={disabled}
          />
        )),
      }))}
    />
  ),
}
