/** The environment of the stories of desks. */
import type { Decorator } from '@storybook/react-vite'
import { useLocation } from 'react-router-dom'
import type { Draft } from '@ports/drafts'
import { PAGES } from '@resources/pages'
import { StoryConsole, type StoryConsoleOptions } from '@tests/kit/story-console'
import { RecordOfPage, recordPage } from '../record/record.story-kit'

export interface DeskOfAddressProps {
  /** Of the list whose desk it is. */
  slug: string
}
const routeOf = (slug: string): string => PAGES.find((page) => page.slug === slug)!.route

/** Opens the page for the parts of the path after the list, as the frame does. */
export function DeskOfAddress({ slug }: DeskOfAddressProps) {
  const { pathname } = useLocation()
  return (
    <>
      <RecordOfPage page={recordPage(slug)} parts={pathname.slice(routeOf(slug).length).split('/').filter(Boolean)} />
      <output hidden data-testid="address">
        {pathname}
      </output>
    </>
  )
}

/**
 * Parameter `opens` of a story returns the record to open on the desk. Default: the first one that waits. `part` of its address is 'review'
 * unless the story says another one; '': the record's own page, or the list.
 */
export const atDesk: Decorator<DeskOfAddressProps> = (Story, { parameters, args: { slug } }) => {
  const id = (parameters.opens as (() => { id: string }) | undefined)?.().id
  return (
    <StoryConsole
      signedInAs={(parameters.signedInAs as string | undefined) ?? 'RISK'}
      path={[routeOf(slug), id, (parameters.part as string | undefined) ?? 'review'].filter(Boolean).join('/')}
      isLive={parameters.isLive as boolean | undefined}
      draft={parameters.draft as Draft | undefined}
      draftsAfter={parameters.draftsAfter as StoryConsoleOptions['draftsAfter']}
      checkPatienceMs={parameters.checkPatienceMs as number | undefined}
    >
      <main id="content" tabIndex={-1} style={{ height: '100vh', overflow: 'auto' }}>
        <h1 hidden>Desk</h1>
        <Story />
      </main>
    </StoryConsole>
  )
}
