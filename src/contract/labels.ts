/**
 * What a state looks like (look.md, section 7). A hue says what it means: neutral not started or over without result, warning a
 * person must act, info moves by itself, violet another person must act, success good end, danger bad end or late.
 */
export type Tone = 'neutral' | 'warning' | 'info' | 'violet' | 'danger' | 'success'

/** A status on the screen: icon shape, word and hue, never one of them alone. */
export interface Label {
  word: string
  tone: Tone
  /** Name of a Lucide icon, as in its file name. */
  icon: string
}

/** Whether an account is enabled: `is_deleted` means disabled and is called so. */
export const ACCOUNT_LABELS = {
  enabled: { word: 'Enabled', tone: 'success', icon: 'circle-check' },
  disabled: { word: 'Disabled', tone: 'danger', icon: 'ban' },
} as const satisfies Record<string, Label>

/** @param isDeleted the record's `is_deleted` */
export const accountLabel = (isDeleted: boolean): Label =>
  isDeleted ? ACCOUNT_LABELS.disabled : ACCOUNT_LABELS.enabled
