import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { Fragment, useCallback, useState, type ReactNode } from 'react'
import styled from 'styled-components'
import { Swatch as Mark } from '../../components/Chart/Swatch'
import { contrast } from '../../tokens/contrast'
import { dark, light, type Palette } from '../../tokens/palette'
import { elevation, focusRing, mono, motion, radius, space, token, type, zIndex } from '../../tokens/tokens'

/** Every token with its value, read from the theme itself. */
const meta = { title: 'Design System/Foundations/Tokens' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const Word = styled.span`
  ${type.meta}
  color: ${token.text.secondary};
`
const Value = styled.code`
  ${type.meta}
  ${mono}
  color: ${token.text.primary};
  white-space: nowrap;
`
const Rows = styled.div`
  display: grid;
  grid-template-columns: max-content max-content minmax(0, 1fr);
  align-items: center;
  gap: ${space[10]} ${space[24]};
`
const Scroller = styled.section`
  overflow-x: auto;
  padding: ${space[6]};
`
const Table = styled.table`
  ${type.cell}
  th,
  td {
    padding: ${space[4]} ${space[12]};
    text-align: start;
    border-bottom: 1px solid ${token.border.subtle};
    white-space: nowrap;
  }
  thead {
    ${type.meta}
  }
`
const Swatch = styled.span`
  display: inline-block;
  width: 28px;
  height: 16px;
  margin-inline-end: ${space[8]};
  vertical-align: middle;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.tag};
`

type Tree = { [key: string]: string | Tree }
/** `text.primary` and its value, for every colour of a palette. */
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  )

/** The background of a role and its required contrast; backgrounds, decorative borders and shadows have none. */
function needOf(role: string, palette: Palette): [ground: string, least: number] | null {
  const [, hue = ''] = /^tone\.(\w+)\./.exec(role) ?? []
  const tone = palette.tone[hue as keyof Palette['tone']]
  if (role.endsWith('.onSolid') && tone) return [tone.solid, 4.5]
  if (role.endsWith('.fg') && tone) return [tone.tint, 4.5]
  if (role === 'text.inverse') return [palette.surface.inverse, 4.5]
  if (role === 'text.onSolid') return [palette.accent.solid, 4.5]
  if (/^text\.(primary|secondary|muted)$|^accent\.text$/.test(role)) return [palette.surface.base, 4.5]
  if (/^chart\.|^focus$|^border\.control$/.test(role)) return [palette.surface.base, 3]
  return null
}

function Ratio({ role, value, palette }: { role: string; value: string; palette: Palette }) {
  const need = needOf(role, palette)
  if (!need) return <td>–</td>
  const ratio = contrast(value, need[0])
  return <td data-ratio={ratio >= need[1] ? 'enough' : 'short'}>{`${ratio.toFixed(2)} on ${need[0]}`}</td>
}

export const Colours: Story = {
  render: () => {
    const inDark = new Map(flat({ ...dark }))
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard
      <Scroller tabIndex={0} aria-label="Colours">
        <Table>
          <thead>
            <tr>
              {['Role', 'Light', 'Contrast', 'Dark', 'Contrast'].map((head, at) => (
                <th key={at} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {flat({ ...light })
              .filter(([role]) => !role.startsWith('elevation'))
              .map(([role, value]) => {
                const darkValue = inDark.get(role)!
                return (
                  <tr key={role}>
                    <th scope="row">
                      <Value>{role}</Value>
                    </th>
                    <td>
                      <Swatch style={{ background: value }} />
                      <Value>{value}</Value>
                    </td>
                    <Ratio role={role} value={value} palette={light} />
                    <td>
                      <Swatch style={{ background: darkValue }} />
                      <Value>{darkValue}</Value>
                    </td>
                    <Ratio role={role} value={darkValue} palette={dark} />
                  </tr>
                )
              })}
          </tbody>
        </Table>
      </Scroller>
    )
  },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelectorAll('[data-ratio]').length).toBeGreaterThan(40)
    await expect(canvasElement.querySelectorAll('[data-ratio="short"]')).toHaveLength(0)
  },
}

const list = (values: Record<string, string | number>, draw: (value: string) => ReactNode = () => null) => (
  <Rows>
    {Object.entries(values).map(([name, value]) => (
      <Fragment key={name}>
        <Word>{name}</Word>
        <Value>{value}</Value>
        <div>{draw(String(value))}</div>
      </Fragment>
    ))}
  </Rows>
)

const Chips = styled.div`
  display: grid;
  grid-template-columns: max-content max-content minmax(0, 1fr);
  align-items: center;
  gap: ${space[10]} ${space[20]};
  padding: ${space[16]};
  background: ${token.surface.base};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
`
const Stroke = styled.span`
  height: 16px;
  border-radius: 2px;
`
/** In use: the swatch of a legend, and a bar on a card. */
export const ChartColours: Story = {
  render: () => (
    <Chips>
      {Object.entries(token.chart).map(([name, colour]) => (
        <Fragment key={name}>
          <Word style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
            <Mark colour={colour} />
            {`chart ${name}`}
          </Word>
          <Value>{`${contrast(light.chart[name as '1'], light.surface.base).toFixed(2)} / ${contrast(dark.chart[name as '1'], dark.surface.base).toFixed(2)}`}</Value>
          <Stroke style={{ background: colour, width: `${100 - 12 * Number(name)}%` }} />
        </Fragment>
      ))}
      <Word style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
        <Mark hatched />
        second of two series
      </Word>
      <Value>hatched</Value>
    </Chips>
  ),
}

const STYLES = Object.entries(type).map(
  ([name, style]) =>
    [
      name,
      styled.p`
        ${style}
      `,
    ] as const,
)
/** A style with its computed values: size / line, weight, spacing. */
function TypeRow({ name, as: Text }: { name: string; as: (typeof STYLES)[number][1] }) {
  const [values, setValues] = useState('')
  const measure = useCallback((node: HTMLElement | null) => {
    if (!node) return
    const { fontSize, lineHeight, fontWeight, letterSpacing } = getComputedStyle(node)
    setValues(
      `${Number.parseFloat(fontSize)}/${Number.parseFloat(lineHeight)} ${fontWeight} ${(Number.parseFloat(letterSpacing) / Number.parseFloat(fontSize) || 0).toFixed(3)}em`,
    )
  }, [])
  return (
    <>
      <Word>{name}</Word>
      <Value data-values>{values}</Value>
      <Text ref={measure}>Approve 4,200.00 USD to Élodie Łukasz</Text>
    </>
  )
}
export const TypeScale: Story = {
  render: () => (
    <Rows>
      {STYLES.map(([name, Text]) => (
        <TypeRow key={name} name={name} as={Text} />
      ))}
    </Rows>
  ),
  play: async ({ canvasElement }) => {
    const values = [...canvasElement.querySelectorAll('[data-values]')].map(({ textContent }) => textContent)
    await expect(values).toContain('13/20 400 -0.003em')
    await expect(values).toContain('18/24 620 -0.015em')
    await expect(Math.min(...values.map((value) => Number.parseFloat(value!)))).toBe(11)
  },
}

const Bar = styled.div`
  height: 12px;
  background: ${token.accent.solid};
`
const Box = styled.div`
  width: 96px;
  height: 48px;
  border: 1px solid ${token.border.base};
  background: ${token.surface.raised};
`

export const Space: Story = { render: () => list(space, (width) => <Bar style={{ width }} />) }
export const Radius: Story = { render: () => list(radius, (borderRadius) => <Box style={{ borderRadius }} />) }
/** Each with its shadow in both themes: in the dark theme it is deeper, since the background hides more of it. */
export const Elevation: Story = {
  render: () => (
    <Rows>
      {Object.entries(elevation).map(([name, boxShadow]) => {
        const of = ({ elevation: shadows }: Palette) =>
          name in shadows ? shadows[name as keyof typeof shadows] : boxShadow
        return (
          <Fragment key={name}>
            <Word>{name}</Word>
            <Box style={{ boxShadow, margin: 12 }} />
            <Value style={{ whiteSpace: 'normal' }}>
              {`light ${of(light)}`}
              <br />
              {`dark ${of(dark)}`}
            </Value>
          </Fragment>
        )
      })}
    </Rows>
  ),
  play: async ({ canvas }) => expect(canvas.getByText(`light ${light.elevation.e2}`, { exact: false })).toBeVisible(),
}

const Moving = styled.button`
  width: 96px;
  height: 28px;
  border-radius: ${radius.control};
  background: ${token.accent.tint};
  transition: transform var(--time) ${motion.easeIn};
  ${focusRing}
  &:hover,
  &:focus-visible {
    transform: translateX(48px);
  }
  @media (prefers-reduced-motion: reduce) {
    transition: none;
    transform: none !important;
  }
`
/** Hover or focus a plate. With reduced motion it does not move. */
export const Motion: Story = {
  render: () =>
    list(motion, (value) =>
      value.endsWith('ms') ? (
        <Moving type="button" style={{ '--time': value } as object}>
          {value}
        </Moving>
      ) : null,
    ),
}

const Plate = styled.button`
  width: 96px;
  height: 32px;
  border: 1px solid ${token.border.control};
  border-radius: ${radius.control};
  ${focusRing}
`
export const FocusRing: Story = {
  render: () => <Plate type="button">Focused</Plate>,
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(canvas.getByRole('button'))
    await expect([outlineStyle, outlineWidth, outlineOffset]).toEqual(['solid', '2px', '2px'])
  },
}
export const Layers: Story = { render: () => list(zIndex) }
export const Dark: Story = { ...ChartColours, globals: { theme: 'dark' } }
