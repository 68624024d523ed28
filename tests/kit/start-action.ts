/** Starts an action of a record on its page, whether it has a button of its own or is in the menu of the page. */
import { expect, type Page } from '@playwright/test'

/** By the keyboard: the pointer would wait until a toast of an action before is gone. */
export async function startAction(page: Page, label: string): Promise<void> {
  const main = page.getByRole('main')
  const more = main.getByRole('button', { name: /^More for/ }).first()
  await expect(more).toBeVisible()
  const button = main.getByRole('button', { name: label, exact: true })
  if (await button.isVisible()) return button.press('Enter')
  await more.press('Enter')
  await page.getByRole('menuitem', { name: label, exact: true }).press('Enter')
}
