import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, mocked, screen, spyOn, userEvent, waitFor, within } from '@storybook/test'
import { useRef, useState, type ReactNode } from 'react'
import styled from 'styled-components'
import { Button } from '../../primitives/Button/Button'
import { space, token } from '../../tokens/tokens'
import { guide } from '../../foundations/guide.story-kit'
import { FailedInBar } from './FailedInBar'
import { FailedPage } from './FailedPage'
import { FailedModal, FailedPanel, FailedPopover } from './FailedParts'
import { lazyComponent, type LazyComponentOptions } from './lazy-component'
import { PartNotice, type PartFailure } from './PartNotice'

const FAILURE: PartFailure = { name: 'The columns', reason: 'load', times: 1, busy: false, retry: fn() }
const onClose = fn()

/** A list with room for a panel beside it, as on a page. */
const Page = styled.main`
  display: flex;
  height: 100vh;
  background: ${token.surface.canvas};
  > section {
    flex: 1;
    min-width: 0;
    padding: ${space[16]};
  }
`

function AtAButton({ failure }: { failure: PartFailure }) {
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={trigger}>Columns</Button>
      <FailedPopover failure={failure} triggerRef={trigger} onClose={onClose} />
    </>
  )
}

const meta = {
  title: 'Design System/Components/Lazy',
  component: PartNotice,
  parameters: {
    ...guide(
      'A part of the page whose code is loaded lazily. When it cannot be loaded, or throws an error, a notice in its place offers Try again; the rest of the page is not affected.',
      [
        'Load every lazy component with `lazyComponent` and everything else with `lazyModule`; do not use import() directly.',
        'Name the part as the beginning of a sentence: "The columns". Choose the replacement by how it opens: FailedPopover, FailedModal, FailedPanel, FailedPage, or a notice in its place.',
        'Leave `preload` at idle for everything that a click on the loaded screen may need.',
      ],
      [
        'Catch the failure of an import in a component.',
        'Hide a missing part without a notice: the person would wait for it.',
      ],
    ),
    layout: 'fullscreen',
  },
  args: { failure: FAILURE },
} satisfies Meta<typeof PartNotice>
export default meta
type Story = StoryObj<typeof meta>

const retryButton = () => screen.findByRole('button', { name: 'Try again' })

export const InItsPlace: Story = {
  play: async () => {
    await expect(screen.getByRole('alert')).toHaveTextContent('The columns could not be loaded')
    await userEvent.click(await retryButton())
    await expect(FAILURE.retry).toHaveBeenCalled()
  },
}
export const InAPopover: Story = {
  render: ({ failure }) => (
    <Page>
      <section>
        <AtAButton failure={failure} />
      </section>
    </Page>
  ),
  play: async () => {
    await expect(await screen.findByRole('dialog', { name: 'The columns could not be loaded' })).toBeVisible()
    await waitFor(async () => expect(await retryButton()).toHaveFocus())
  },
}
export const WhenThePopoverIsEscaped: Story = {
  ...InAPopover,
  play: async (context) => {
    await InAPopover.play!(context)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
  },
}
export const InAPopoverDark: Story = { ...InAPopover, globals: { theme: 'dark' } }
export const InAPopoverNarrowest: Story = { ...InAPopover, globals: { viewport: { value: 'narrowest' } } }

export const InAModal: Story = {
  render: ({ failure }) => <FailedModal failure={failure} onClose={onClose} />,
  play: async () => {
    const modal = await screen.findByRole('dialog', { name: 'The columns could not be loaded' })
    await waitFor(async () => expect(await retryButton()).toHaveFocus())
    await userEvent.click(within(modal).getByRole('button', { name: 'Close' }))
    await expect(onClose).toHaveBeenCalled()
  },
}
export const InAModalDark: Story = { ...InAModal, globals: { theme: 'dark' } }
export const InAModalNarrowest: Story = { ...InAModal, globals: { viewport: { value: 'narrowest' } } }

export const InAPanel: Story = {
  globals: { viewport: { value: 'wide' } },
  render: ({ failure }) => (
    <Page>
      <section>The list</section>
      <FailedPanel failure={failure} onClose={onClose} />
    </Page>
  ),
  play: async () => {
    const panel = await screen.findByRole('complementary', { name: 'The columns could not be loaded' })
    within(panel).getByRole('button', { name: 'Close' }).focus()
    await userEvent.keyboard('{Escape}')
    await expect(onClose).toHaveBeenCalled()
  },
}
export const InAPanelDark: Story = { ...InAPanel, globals: { theme: 'dark', viewport: { value: 'wide' } } }
export const InAPanelNarrowest: Story = { ...InAPanel, globals: { viewport: { value: 'narrowest' } } }

export const InAPage: Story = {
  args: { failure: { ...FAILURE, name: '“Users”' } },
  render: ({ failure }) => (
    <Page>
      <section>
        <FailedPage failure={failure} />
      </section>
    </Page>
  ),
  play: async () => expect(await screen.findByRole('alert')).toHaveTextContent('“Users” could not be loaded'),
}
export const InAPageDark: Story = { ...InAPage, globals: { theme: 'dark' } }
export const InAPageNarrowest: Story = { ...InAPage, globals: { viewport: { value: 'narrowest' } } }

export const InABar: Story = {
  args: { failure: { ...FAILURE, name: 'Shift, chats and notifications' } },
  render: ({ failure }) => <FailedInBar failure={failure} />,
  play: async () => {
    await userEvent.click(
      screen.getByRole('button', { name: 'Shift, chats and notifications could not be loaded. Try again' }),
    )
    await expect(FAILURE.retry).toHaveBeenCalled()
  },
}
export const InABarWhileTryingAgain: Story = {
  ...InABar,
  args: { failure: { ...FAILURE, busy: true } },
  play: undefined,
}

export const WhileTryingAgain: Story = {
  args: { failure: { ...FAILURE, busy: true } },
  play: async () => expect(screen.getByRole('button', { name: /Loading/ })).toHaveAttribute('aria-busy', 'true'),
}
/** The browser caches the failure, or the file no longer exists. */
export const WhenItFailsAgain: Story = {
  args: { failure: { ...FAILURE, times: 2 } },
  play: async () => expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible(),
}
export const WhenOffline: Story = {
  beforeEach: () => void spyOn(navigator, 'onLine', 'get').mockReturnValue(false),
  play: async () => {
    await expect(screen.getByRole('alert')).toHaveTextContent('You are offline')
    mocked(FAILURE.retry).mockClear()
    window.dispatchEvent(new Event('online'))
    await expect(FAILURE.retry).toHaveBeenCalledOnce()
  },
}
export const WhenItThrew: Story = { args: { failure: { ...FAILURE, reason: 'crash' } } }

const Greeting = ({ name }: { name: string }) => <p style={{ padding: 16 }}>Hello {name}</p>

/** One lazy component for each mount. */
function Late({
  load,
  children,
  ...options
}: Partial<LazyComponentOptions<{ name: string }>> & {
  load: () => Promise<{ default: typeof Greeting }>
  children?: ReactNode
}) {
  const [Part] = useState(() => lazyComponent(load, { name: 'The greeting', preload: 'onDemand', ...options }))
  return (
    <>
      <Part name="Marta" />
      {children}
    </>
  )
}

let arrive = () => undefined as void
export const WhileItLoads: Story = {
  render: () => (
    <Late
      load={() => new Promise((resolve) => (arrive = () => resolve({ default: Greeting })))}
      fallback={() => <p style={{ padding: 16 }}>Loading</p>}
    />
  ),
  play: async () => {
    await expect(await screen.findByText('Loading')).toBeVisible()
    arrive()
    await expect(await screen.findByText('Hello Marta')).toBeVisible()
  },
}

let attempts = 0
export const WhenTriedAgainItOpens: Story = {
  beforeEach: () => {
    attempts = 0
  },
  render: () => (
    <Late
      load={async () => {
        attempts += 1
        if (attempts < 3) throw new TypeError('Failed to fetch dynamically imported module')
        return { default: Greeting }
      }}
    />
  ),
  play: async () => {
    await expect(await screen.findByText('The greeting could not be loaded')).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Reload the page' })).not.toBeInTheDocument()
    await userEvent.click(await retryButton())
    await expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeVisible()
    await userEvent.click(await retryButton())
    await expect(await screen.findByText('Hello Marta')).toBeVisible()
  },
}

let isBroken = true
export const WhenItThrowsThePageStays: Story = {
  beforeEach: () => {
    isBroken = true
  },
  render: () => (
    <Late
      load={async () => ({
        default: (props) => {
          if (isBroken) throw new Error('A fault of this part')
          return <Greeting {...props} />
        },
      })}
    >
      <p style={{ padding: 16 }}>The rest of the page</p>
    </Late>
  ),
  play: async () => {
    await expect(await screen.findByText('The greeting stopped working')).toBeVisible()
    await expect(screen.getByText('The rest of the page')).toBeVisible()
    // React reports the error that the story throws.
    mocked(console.error).mockClear()
    isBroken = false
    await userEvent.click(await retryButton())
    await expect(await screen.findByText('Hello Marta')).toBeVisible()
  },
}
