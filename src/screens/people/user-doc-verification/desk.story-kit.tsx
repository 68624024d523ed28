/** The environment of the desk's stories. */
import type { Decorator } from '@storybook/react-vite'
import { useLocation } from 'react-router-dom'
import type { Draft } from '@ports/drafts'
import { StoryConsole, type StoryConsoleOptions } from '@tests/kit/story-console'
import { RecordOfPage, recordPage } from '../../record/record.story-kit'
import { longestWaiting, type StoredDocument } from './documents.story-kit'

const LIST = '/user-doc-verification'
const page = recordPage('user-doc-verification')

let waiting: readonly StoredDocument[] = []
/** Begins a story of the desk: reads the documents that wait. */
export async function readWaiting(): Promise<void> {
  waiting = await longestWaiting()
}
/** @returns the documents that waited when the story began, the one that had waited longest first */
export const waitingDocuments = (): readonly StoredDocument[] => waiting
/** @param type of the document @returns the one of these that had waited longest */
export const waitingOf = (type: string): StoredDocument => waiting.find(({ doc_type }) => doc_type === type)!

export const pathOfDesk = (id: string | null = null): string => [LIST, ...(id ? [id] : []), 'review'].join('/')

/** Opens the page for the parts of the path after the list, as the frame does. */
export function DeskOfAddress() {
  const { pathname } = useLocation()
  return (
    <>
      <RecordOfPage page={page} parts={pathname.slice(LIST.length).split('/').filter(Boolean)} />
      <output hidden data-testid="address">
        {pathname}
      </output>
    </>
  )
}

/** Parameter `opens` of a story returns the document to open on the desk. Default: the first one that waits. */
export const atDesk: Decorator = (Story, { parameters }) => (
  <StoryConsole
    signedInAs={(parameters.signedInAs as string | undefined) ?? 'RISK'}
    path={pathOfDesk((parameters.opens as (() => { id: string }) | undefined)?.().id)}
    isLive={parameters.isLive as boolean | undefined}
    draft={parameters.draft as Draft | undefined}
    draftsAfter={parameters.draftsAfter as StoryConsoleOptions['draftsAfter']}
    checkPatienceMs={parameters.checkPatienceMs as number | undefined}
  >
    <main id="content" tabIndex={-1} style={{ height: '100vh', overflow: 'auto' }}>
      <h1 hidden>Document</h1>
      <Story />
    </main>
  </StoryConsole>
)
