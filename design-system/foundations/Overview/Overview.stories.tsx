import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import styled from 'styled-components'
import { Kbd } from '../../primitives/Kbd/Kbd'
import { Mark } from '../../primitives/Mark/Mark'
import { Skeleton } from '../../primitives/Skeleton/Skeleton'
import { Spinner } from '../../primitives/Spinner/Spinner'
import { Tag } from '../../primitives/Tag/Tag'
import { TextLink } from '../../primitives/TextLink/TextLink'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { mono, radius, space, token, type } from '../../tokens/tokens'
import { MatrixGrid } from '../Matrix/Matrix'

/** The appearance of the tokens, and the primitives without states. */
const meta = { title: 'Design System/Foundations/Overview' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const Swatch = styled.span`
  display: block;
  width: 88px;
  height: 36px;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
`
const Swatches = ({ of }: { of: Record<string, string | Record<string, string>> }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: space[12] }}>
    {Object.entries(of)
      .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
      .map(([name, value]) => (
        <div key={name}>
          <Swatch style={{ background: value }} />
          <Small>{name}</Small>
        </div>
      ))}
  </div>
)
const Small = styled.span`
  ${type.meta}
  color: ${token.text.muted};
`

export const Colours: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: space[16] }}>
      <Swatches of={token.surface} />
      <Swatches of={token.border} />
      <Swatches of={token.accent} />
      {Object.values(token.tone).map((tone) => (
        <Swatches key={tone.solid} of={tone} />
      ))}
      <Swatches of={token.chart} />
    </div>
  ),
}

const STYLES = Object.fromEntries(
  Object.entries(type).map(([name, style]) => [
    name,
    styled.p`
      ${style}
    `,
  ]),
)

export const Type: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: space[8] }}>
      {Object.entries(STYLES).map(([name, Text]) => (
        <Text key={name}>{name}: 4,200.00 USD to Élodie Łukasz, 0123456789</Text>
      ))}
      <Code>W-58230 geist mono 0Oo 1Il</Code>
    </div>
  ),
  play: async () => {
    await document.fonts.ready
    await expect(document.fonts.check("13px 'Inter Variable'")).toBe(true)
    await expect(document.fonts.check("13px 'Geist Mono Variable'")).toBe(true)
  },
}
/** Names of other alphabets: Inter where it has the letters, else a font of the system; no line is higher. */
const NAMES = [
  'Ada Lovelace',
  'Ольга Жданова',
  'Ελένη Παππά',
  'Nguyễn Thị Hương',
  'สมชาย แก้วมณี',
  'عبد الرحمن',
  '🦊 Rosa 🎲',
]
const Unset = styled.p`
  line-height: normal;
`
export const Alphabets: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: space[8] }}>
      {NAMES.map((name) => (
        <p key={name}>
          <bdi>{name}</bdi>
        </p>
      ))}
      <Unset>{NAMES[0]}</Unset>
    </div>
  ),
  play: async ({ canvas, canvasElement }) => {
    for (const letters of ['Ж', 'Ω', 'ễ'])
      await expect(await document.fonts.load("13px 'Inter Variable'", letters)).not.toHaveLength(0)
    await document.fonts.ready
    const heights = NAMES.map((name) => canvas.getAllByText(name)[0]!.closest('p')!.getBoundingClientRect().height)
    await expect(new Set(heights)).toEqual(new Set([heights[0]]))
    await expect(getComputedStyle(canvasElement.querySelector('p')!).fontVariantNumeric).toBe('normal')
  },
}
const Code = styled.code`
  ${mono}
`

export const SmallParts: Story = {
  render: () => (
    <MatrixGrid
      columns={['']}
      rows={[
        { name: 'Mark', cells: [<Mark key="m" label="Pitboss" />] },
        {
          name: 'Kbd',
          cells: [
            <span key="k">
              <Kbd>Ctrl K</Kbd> <Kbd>Esc</Kbd> <Kbd>/</Kbd>
            </span>,
          ],
        },
        { name: 'Tag', cells: [<Tag key="t">FINANCE</Tag>] },
        {
          name: 'TextLink',
          cells: [
            <TextLink key="l" href="#withdrawal">
              Open withdrawal
            </TextLink>,
          ],
        },
        { name: 'Spinner', cells: [<Spinner key="s" label="Loading" />] },
        { name: 'Skeleton', cells: [<Skeleton key="b" width={160} />] },
        {
          name: 'VisuallyHidden',
          cells: [
            <span key="v">
              Nothing to see<VisuallyHidden> but to hear</VisuallyHidden>
            </span>,
          ],
        },
      ]}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'Pitboss' })).toBeVisible()
    await expect(canvas.getByRole('status')).toHaveTextContent('Loading')
  },
}

export const Dark: Story = { ...SmallParts, globals: { theme: 'dark' } }
