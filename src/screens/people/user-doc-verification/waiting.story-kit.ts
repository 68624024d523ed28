/** The documents that wait, for the stories of their desk. */
import { longestWaiting, type StoredDocument } from './documents.story-kit'

let waiting: readonly StoredDocument[] = []
/** Begins a story of the desk: reads the documents that wait. */
export async function readWaiting(): Promise<void> {
  waiting = await longestWaiting()
}
/** @returns the documents that waited when the story began, the one that had waited longest first */
export const waitingDocuments = (): readonly StoredDocument[] => waiting
/** @param type of the document @returns the one of these that had waited longest */
export const waitingOf = (type: string): StoredDocument => waiting.find(({ doc_type }) => doc_type === type)!
