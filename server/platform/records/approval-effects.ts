/** What follows from approvals, by the type of what they are about: derived from the actions that others approve (approvals.ts). */
import { effectsOf } from './approvals'
import { SOURCES } from './sources'

export const APPROVAL_EFFECTS = effectsOf(SOURCES)
