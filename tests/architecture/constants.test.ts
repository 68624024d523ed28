/** The design system may not import the contract, so this test compares the values of spec section 9 that both define. */
import { expect, it } from 'vitest'
import { BADGE_CAP, COPIED_MS, TOAST_AUTO_CLOSE_MS } from '@contract/constants'
import { CONFIRMATION_MS } from '@design-system/components/CopyButton/CopyButton'
import { AUTO_CLOSE_MS } from '@design-system/components/Toasts/Toasts'
import { cappedCount } from '@design-system/primitives/Badge/Badge'

it('the design system has the same times and limits as the contract', () => {
  expect(AUTO_CLOSE_MS).toBe(TOAST_AUTO_CLOSE_MS)
  expect(CONFIRMATION_MS).toBe(COPIED_MS)
  expect([cappedCount(BADGE_CAP), cappedCount(BADGE_CAP + 1)]).toEqual([`${BADGE_CAP}`, `${BADGE_CAP}+`])
})
