/**
 * Drafts and their publication on the public site (catalogue, Publishing): common fields and actions of several
 * records.
 */
import { oneOf, time } from './field'
import type { ActionDefinition, RecordDefinition } from './record'

export const PUBLISHING_STATES = { DRAFT: 'Draft', SCHEDULED: 'Scheduled', PUBLISHED: 'Published' } as const

/** The fields. `state` is derived from `published_at` and the server's clock, and never stored. */
export const publishingFields = {
  state: oneOf('State', PUBLISHING_STATES, { derived: true, required: true, filter: true }),
  published_at: time('Published', { write: 'never', public: true }),
} as const

/** The actions. @param one the singular of the record's name, such as 'game' */
export const publishingActions = (one: string) =>
  ({
    publish: {
      label: 'Publish',
      needs: 'update',
      from: { field: 'state', values: ['DRAFT', 'SCHEDULED'] },
      question: 'Publish',
      effect: `The public site shows this ${one} from now on.`,
      gerund: 'Publishing',
      participle: 'published',
      success: 'Successfully Updated',
    },
    schedule: {
      label: 'Schedule…',
      needs: 'update',
      from: { field: 'state', values: ['DRAFT', 'SCHEDULED'] },
      asks: { at: time('Publish at', { required: true, hint: 'A time in the future' }) },
      question: 'Schedule',
      effect: `The public site shows this ${one} from that time on.`,
      gerund: 'Scheduling',
      participle: 'scheduled',
      success: 'Successfully Updated',
    },
    unpublish: {
      label: 'Unpublish',
      needs: 'update',
      from: { field: 'state', values: ['SCHEDULED', 'PUBLISHED'] },
      question: 'Unpublish',
      effect: `The public site no longer shows this ${one}. It becomes a draft.`,
      gerund: 'Unpublishing',
      participle: 'unpublished',
      success: 'Successfully Updated',
      tone: 'danger',
    },
  }) satisfies Record<string, ActionDefinition>

/** Whether records have a publication state: all other records are always on the public site. */
export const isPublishable = ({ fields }: Pick<RecordDefinition, 'fields'>): boolean =>
  Object.keys(publishingFields).every((name) => name in fields)

/** The refusal of `schedule`. */
export const NOT_IN_FUTURE = 'Choose a time in the future'
