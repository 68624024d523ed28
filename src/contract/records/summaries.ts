/** What each call of a record does, in a sentence for the API's documentation (OpenAPI). */
import { CLAIM_MINUTES, isBulkClaim } from './claims'
import type { RecordVerb } from './calls'
import type { RecordDefinition } from './record'
import { REVEAL_REPEAT_MINUTES, REVEALS_AN_HOUR } from './reveals'

/** What is done with many records, as the beginning of a sentence. */
function bulkVerb(actions: RecordDefinition['actions'], action: string): string {
  if (action === 'enableDisable') return 'Enables or disables'
  if (isBulkClaim(action)) return action === 'claim' ? 'Claims' : 'Releases'
  return `${actions[action]!.label}:`
}

/** The sentences of each verb. A missing one fails the type check. */
const SUMMARIES: { [V in RecordVerb]: (record: RecordDefinition, action: string) => string } = {
  list: ({ reads, noun: [, many] }) =>
    reads === 'paged'
      ? `A page of the ${many} that the caller may see. next_cursor leads to the next one. With the largest itemNo the whole list, as NDJSON with Accept: application/x-ndjson.`
      : `The ${many} that the caller may see; as NDJSON with Accept: application/x-ndjson.`,
  totals: ({ noun: [, many] }) => `How many ${many} a filter finds, counted exactly.`,
  tabs: ({ noun: [, many] }) => `How many ${many} each tab of the list has, of those that the caller may see.`,
  get: ({ noun: [one] }) => `One ${one}.`,
  history: ({ noun: [one] }) =>
    `What happened to the ${one}, newest first: changes, approvals, claims, money and files, limited to what the caller may read. A page; the first one names the kinds that occur, and the last one ends with the creation.`,
  versions: ({ noun: [one] }) =>
    `Published states of the ${one}, newest first: a version for each edit since it was first active, values limited to the fields that the caller may read.`,
  names: ({ noun: [, many] }) => `Names of ${many} for pickers, the first 50 that match.`,
  create: ({ noun: [one] }) => `Adds a record: ${one}.`,
  update: ({ switch: switches, noun: [one] }) =>
    switches ? `Changes the ${one}; or, with exactly { is_deleted }, enables or disables it.` : `Changes the ${one}.`,
  enableDisable: ({ noun: [one] }) => `Enables or disables the ${one}.`,
  order: ({ noun: [, many] }) =>
    `Puts the ${many} into an order. The body holds every id of the list; 409 if the list now holds a different set.`,
  upload: ({ noun: [, many] }) =>
    `Uploads a file for ${many}: the body is the file itself. A file that no record references is deleted after a day.`,
  file: ({ noun: [, many] }) =>
    `A private file of one of the ${many}, for who may read its field. Each call is written to the audit log.`,
  claim: ({ noun: [one] }) =>
    `Claims the ${one} for ${CLAIM_MINUTES} minutes, or renews the caller's own claim. With a note it takes over another person's, who is notified; without one that is 409 with the current record.`,
  release: ({ noun: [one] }) =>
    `Ends the caller's claim of the ${one}, with after_seconds only then unless it is renewed; 409 with the current record where another person has claimed it.`,
  reveal: ({ reveals, noun: [one] }) =>
    `Reveals the ${reveals!.label.toLowerCase()} of the ${one}${reveals!.whileClaimed ? ', for the holder of its claim; 409 for others' : ''}. The reason is written to its history. 429 after ${REVEALS_AN_HOUR} secrets of any records within an hour. The answer is not stored under the key: a repetition reads the secret again, and counts as a new call after ${REVEAL_REPEAT_MINUTES} minutes.`,
  bulk: ({ actions, noun: [, many] }, action) =>
    `${bulkVerb(actions, action)} many of the ${many}: a result for each. A repetition with the same key goes on where an interrupted call stopped. With dry_run it tells what would happen, and changes nothing. If-Match may carry the version of each.`,
  preview: ({ preview, noun: [one, many] }) =>
    preview?.of === 'question'
      ? `${preview.label}: answers from the ${many} as they are now, and changes nothing.`
      : `What adding such a ${one} would do. Nothing is changed.`,
  previewOf: ({ preview, noun: [one] }) =>
    preview?.of === 'disabling'
      ? `What disabling the ${one} would interrupt. Nothing is changed.`
      : `What changing the ${one} like this would do. Nothing is changed.`,
  previewMany: ({ noun: [, many] }) =>
    `What disabling these ${many} would interrupt, added up; those that the caller may not see are left out. Nothing is changed.`,
  previewAction: ({ actions, noun: [one] }, action) =>
    `What '${actions[action]!.label}' would do to the ${one}. Nothing is changed.`,
  import: ({ noun: [, many] }) =>
    `Adds and changes ${many} from a CSV file: a result for each line, then the counts. With dry_run it tells what would happen; without it all lines that are not refused take effect in one transaction.`,
  appList: ({ noun: [, many] }) =>
    `The ${many} of the key's store, and those shared with it, that apps may show: enabled and published ones.`,
  appGet: ({ noun: [one] }) => `One ${one} of the key's store, or shared with it, that apps may show.`,
  appUpload: ({ noun: [, many] }) =>
    `Uploads a file for ${many}: the body is the file itself. A file that no record references is deleted after a day.`,
  appCall: ({ appCalls }, action) => appCalls![action]!.summary,
  action: ({ actions, noun: [, many] }, action) => `${actions[action]!.label}: one of the ${many}.`,
}

/** @param action its name, if the verb names one @returns what a call does */
export const summaryOf = (record: RecordDefinition, verb: RecordVerb, action = ''): string =>
  SUMMARIES[verb](record, action)
