import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { expectNoOverlap, expectNoSidewaysScroll, expectNothingCut, expectReadable } from '@tests/kit/layout-checks'

/** The checks that the stories of bad input use, each with what it must find and what it must accept. */
const meta = { title: 'Design System/Foundations/Layout checks', tags: ['!autodocs'] } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const long = 'Wolfeschlegelsteinhausenbergerdorff'

export const CutText: Story = {
  render: () => <p style={{ width: 80, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{long}</p>,
  play: async () => {
    await expect(() => expectNothingCut()).toThrow(/Wolfe.* is cut/)
  },
}
export const CutBelow: Story = {
  render: () => <p style={{ width: 80, height: 20, overflow: 'hidden', overflowWrap: 'anywhere' }}>{long}</p>,
  play: async () => {
    await expect(() => expectNothingCut()).toThrow(/is cut/)
  },
}
export const OutOfItsBox: Story = {
  render: () => <p style={{ width: 80, border: '1px solid' }}>{long}</p>,
  play: async () => {
    await expect(() => expectNothingCut()).toThrow(/leaves its box/)
  },
}
export const OutOfTheWindow: Story = {
  render: () => <p style={{ position: 'fixed', right: -40, top: 0 }}>{long}</p>,
  play: async () => {
    await expect(() => expectNothingCut()).toThrow(/outside of the window/)
  },
}
export const TooWide: Story = {
  globals: { viewport: { value: 'narrowest' } },
  render: () => <div style={{ width: 400 }}>wide</div>,
  play: async () => {
    await expect(() => expectNoSidewaysScroll()).toThrow(/px wide in a window of/)
  },
}
export const OnEachOther: Story = {
  render: () => (
    <div style={{ display: 'flex', width: 100 }}>
      <span style={{ width: 40, whiteSpace: 'nowrap' }}>{long}</span>
      <span>Lindqvist</span>
    </div>
  ),
  play: async () => {
    await expect(() => expectNoOverlap()).toThrow(/lie on each other/)
  },
}
/** Accepted: scrollable text, text with a full title, text for screen readers only, and text that wraps. */
export const Fine: Story = {
  render: () => (
    <div style={{ width: 120 }}>
      <div style={{ overflow: 'auto' }}>
        <a href="#record">{long}</a>
      </div>
      <p title={long} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {long}
      </p>
      <p style={{ border: '1px solid', overflowWrap: 'anywhere' }}>{long}</p>
      <input aria-label="Typed" defaultValue={long} style={{ width: 60 }} />
    </div>
  ),
  play: async () => {
    expectReadable()
  },
}
