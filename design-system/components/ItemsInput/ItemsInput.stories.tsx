import { useState } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, within } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { Textarea } from '../Textarea/Textarea'
import { TextInput } from '../TextInput/TextInput'
import { ItemsInput } from './ItemsInput'

interface Pair {
  key: string
  question: string
  answer: string
  error?: string
}

const PAIRS: readonly Pair[] = [
  { key: 'a', question: 'How do I get an account?', answer: 'Ask in the chat. You get a username within ten minutes.' },
  { key: 'b', question: 'كيف أتواصل معكم؟', answer: 'عبر الدردشة، في أي وقت.' },
  { key: 'c', question: 'Πώς αλλάζω τον κωδικό μου;', answer: 'Στο προφίλ, κάτω από «Ασφάλεια».' },
]

interface Args {
  label: string
  pairs: readonly Pair[]
  max: number
  disabled?: boolean
  required?: boolean
  hint?: string
  error?: string
  /** Keys of the items, after each change. */
  onChange: (keys: string) => void
}

function Example({ pairs, max, onChange, ...rest }: Args) {
  const [items, setItems] = useState(pairs)
  const write = (next: readonly Pair[]) => {
    setItems(next)
    onChange(next.map(({ key }) => key).join(''))
  }
  const typed = (index: number, changes: Partial<Pair>) => write(items.with(index, { ...items[index]!, ...changes }))
  return (
    <div style={{ maxWidth: 520 }}>
      <ItemsInput
        {...rest}
        one="question"
        max={max}
        items={items.map(({ key, error }) => ({ key, wrong: error !== undefined }))}
        onAdd={() => write([...items, { key: String(items.length), question: '', answer: '' }])}
        onRemove={(index) => write(items.toSpliced(index, 1))}
        onMove={(index, by) => {
          const next = items.toSpliced(index, 1)
          write(next.toSpliced(index + by, 0, items[index]!))
        }}
      >
        {(index) => (
          <div style={{ display: 'grid', gap: 12 }}>
            <TextInput
              label="Question"
              required
              readOnly={rest.disabled ?? false}
              value={items[index]!.question}
              error={items[index]!.error}
              onChange={(event) => typed(index, { question: event.target.value })}
            />
            <Textarea
              label="Answer"
              max={3000}
              readOnly={rest.disabled ?? false}
              value={items[index]!.answer}
              onChange={(event) => typed(index, { answer: event.target.value })}
            />
          </div>
        )}
      </ItemsInput>
    </div>
  )
}

const meta = {
  title: 'Design System/Components/ItemsInput',
  component: Example,
  parameters: {
    ...guide(
      'A field with an ordered list of the same group of inputs. Each item has buttons that move and remove it.',
      ['Name an item in the singular: `question`.', 'Show an error at the input of the item.'],
      ['Use it for a list of single values: use a `Combobox` or a checklist.', 'Put a list into an item.'],
    ),
    layout: 'padded',
  },
  args: {
    label: 'Questions and answers',
    pairs: PAIRS,
    max: 20,
    hint: 'Shown on the public site in this order',
    onChange: fn(),
  },
} satisfies Meta<typeof Example>
export default meta
type Story = StoryObj<typeof meta>

export const Several: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } }
export const Empty: Story = { args: { pairs: [], required: true } }
export const ReadOnly: Story = {
  args: { disabled: true },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull()
    await expect(canvas.getAllByRole('textbox', { name: /^Question/ })[0]).toHaveAttribute('readonly')
  },
}
export const WithErrors: Story = {
  args: {
    error: 'Check the marked questions.',
    pairs: [PAIRS[0]!, { ...PAIRS[1]!, question: '', error: 'Required' }, PAIRS[2]!],
  },
  play: async ({ canvas }) => {
    const second = within(canvas.getByRole('group', { name: 'Question 2' }))
    await expect(second.getByRole('textbox', { name: /^Question/ })).toHaveAccessibleDescription('Required')
  },
}
export const Full: Story = {
  args: { max: 3 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Questions and answers Add question' })).toBeDisabled()
    await expect(canvas.getByText('There is no room for more.')).toBeVisible()
  },
}

/** The new item takes the focus, and is announced. */
export const WhenOneIsAdded: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Questions and answers Add question' }))
    const added = within(canvas.getByRole('group', { name: 'Question 4' }))
    await expect(added.getByRole('textbox', { name: /^Question/ })).toHaveFocus()
    await expect(canvas.getByText('Question 4 added')).toBeInTheDocument()
  },
}

/** With the keyboard alone: the focus stays on the button of the item that moves, and goes to its neighbour button at the end. */
export const WhenOneIsMovedByKeys: Story = {
  play: async ({ canvas, userEvent, args }) => {
    canvas.getByRole('button', { name: 'Move question 1 down' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onChange).toHaveBeenLastCalledWith('bac')
    await expect(canvas.getByRole('button', { name: 'Move question 2 down' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onChange).toHaveBeenLastCalledWith('bca')
    await expect(canvas.getByRole('button', { name: 'Move question 3 down' })).toBeDisabled()
    await expect(canvas.getByRole('button', { name: 'Move question 3 up' })).toHaveFocus()
    await expect(canvas.getByText('Question 2 is now 3 of 3')).toBeInTheDocument()
    await expect(canvas.getAllByRole('textbox', { name: /^Question/ })[2]).toHaveValue('How do I get an account?')
  },
}

/** The focus goes to the neighbour's button, and finally to the one that adds an item. */
export const WhenAllAreRemovedByKeys: Story = {
  play: async ({ canvas, userEvent, args }) => {
    canvas.getByRole('button', { name: 'Remove question 2' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onChange).toHaveBeenLastCalledWith('ac')
    await expect(canvas.getByRole('button', { name: 'Remove question 2' })).toHaveFocus()
    await userEvent.keyboard('{Enter}{Enter}')
    await expect(args.onChange).toHaveBeenLastCalledWith('')
    await expect(canvas.getByRole('button', { name: 'Questions and answers Add question' })).toHaveFocus()
  },
}
