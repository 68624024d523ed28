/**
 * The appearance of states (look.md, section 7). Meaning of the hues: neutral not started, or ended without a result;
 * warning a person must act; info progresses automatically; violet another person must act; success ended well; danger
 * ended badly or is late.
 */
export type Tone = 'neutral' | 'warning' | 'info' | 'violet' | 'danger' | 'success'

/** A status on the screen: icon shape, word and hue, always together. */
export interface Label {
  word: string
  tone: Tone
  /** Name of a Lucide icon, as in its file name. */
  icon: string
}

/** Whether an account is enabled: `is_deleted` means disabled and is shown as such. */
export const ACCOUNT_LABELS = {
  enabled: { word: 'Enabled', tone: 'success', icon: 'circle-check' },
  disabled: { word: 'Disabled', tone: 'danger', icon: 'ban' },
} as const satisfies Record<string, Label>

/** @param isDeleted the record's `is_deleted` */
export const accountLabel = (isDeleted: boolean): Label =>
  isDeleted ? ACCOUNT_LABELS.disabled : ACCOUNT_LABELS.enabled
