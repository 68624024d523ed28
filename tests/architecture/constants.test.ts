/** The design system may not import the contract: what both fix for spec section 9 is held equal here. */
import { expect, it } from 'vitest'
import { BADGE_CAP, COPIED_MS, TOAST_AUTO_CLOSE_MS } from '@contract/constants'
import { CONFIRMATION_MS } from '@design-system/components/CopyButton/CopyButton'
import { AUTO_CLOSE_MS } from '@design-system/components/Toasts/Toasts'
import { cappedCount } from '@design-system/primitives/Badge/Badge'

it('the design system keeps the times and caps of the contract', () => {
  expect(AUTO_CLOSE_MS).toBe(TOAST_AUTO_CLOSE_MS)
  expect(CONFIRMATION_MS).toBe(COPIED_MS)
  expect([cappedCount(BADGE_CAP), cappedCount(BADGE_CAP + 1)]).toEqual([`${BADGE_CAP}`, `${BADGE_CAP}+`])
})
