import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, spyOn } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { KeyValueList } from '../KeyValueList/KeyValueList'
import { Identifier } from './Identifier'

const BITCOIN = 'bc1qqsmghtz733axyyhazgg8yhwrqzay30r9lr3tx7'
const TRON = 'TWrPBe9U8ZuNH8y16yxip1nTon2Yd8puQG'
const HASH = '236ccb047253b762eb2bb6cf93897c641ba44f6ecb295a432df90a4ee25c0964'

const meta = {
  title: 'Design System/Components/Identifier',
  component: Identifier,
  args: { text: BITCOIN, of: 'address' },
  parameters: guide(
    'A text that people compare letter by letter, such as an address or a hash: whole, in groups of four.',
    [
      'Say what it is (`of`), so that it can be copied.',
      'Leave it whole on phones, too: its lines break between groups.',
    ],
    ['Shorten what somebody pays to: mistakes hide in the middle.', 'Use it for names of records: those are short.'],
  ),
} satisfies Meta<typeof Identifier>
export default meta
type Story = StoryObj<typeof meta>

/** Neither the button nor whoever selects the text copies the gaps. */
export const Copied: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    const text = canvasElement.querySelector('[translate=no]')!
    await expect(text.textContent).toBe(BITCOIN)
    getSelection()!.selectAllChildren(text)
    await expect(String(getSelection())).toBe(BITCOIN)
    getSelection()!.removeAllRanges()
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(canvas.getByRole('button', { name: 'Copy address' }))
    await expect(write).toHaveBeenCalledWith(BITCOIN)
    await expect(canvas.getByText('bc1q').getBoundingClientRect().right).toBeLessThan(
      canvas.getByText('qsmg').getBoundingClientRect().left,
    )
  },
}
/** Where nothing is to be copied, such as inside of a sentence. */
export const WithoutAButton: Story = {
  args: { text: TRON, of: undefined },
  play: async ({ canvas }) => expect(canvas.queryByRole('button')).toBeNull(),
}
/** Lines break between groups, and nothing is cut off. */
export const OnAPhone: Story = {
  args: { text: HASH, of: 'transaction' },
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvasElement }) => {
    const groups = [...canvasElement.querySelectorAll('bdi > span, span > bdi:only-of-type')].filter(
      ({ textContent }) => textContent.length === 4,
    )
    await expect(groups).toHaveLength(16)
    const heights = groups.map((group) => group.getClientRects().length)
    await expect(heights).toEqual(groups.map(() => 1))
    await expect(new Set(groups.map((group) => group.getBoundingClientRect().top)).size).toBeGreaterThan(1)
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
export const BadInput: Story = {
  render: () => (
    <KeyValueList
      items={[
        { label: 'Short', value: <Identifier text="7" of="number" /> },
        { label: 'Long', value: <Identifier text={'a'.repeat(128)} of="hash" /> },
        { label: 'محمد', value: <Identifier text="محمدبنعبدالله" of="name" /> },
        { label: 'Pictures', value: <Identifier text="👩🎉👩🎉👩" of="pictures" /> },
      ]}
    />
  ),
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['with a button', 'without']}
      rows={[
        {
          name: 'Identifier',
          cells: [<Identifier key="a" text={TRON} of="address" />, <Identifier key="b" text={BITCOIN} />],
        },
      ]}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
