/** Names in Thai, Arabic and Greek, as people meet them: typed into a form, searched, sorted, exported, changed, picked. */
import { startAction } from '@tests/kit/start-action'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '@server/db/demo'
import { dialog, enter, fill, grid, openPage, rowOf, search } from './kit/people'
import { expect, test } from './kit/platform'
import { callerAt } from './kit/work'

const DOMAIN = '@alphabets.test'
const PEOPLE = [
  { first_name: 'สมชาย', last_name: 'แก้วใจดี', username: 'somchai' },
  { first_name: 'Άννα', last_name: 'Παπαδοπούλου', username: 'anna_p' },
  { first_name: 'أحمد', last_name: 'الخطيب', username: 'ahmad' },
] as const
const [THAI, GREEK, ARABIC] = PEOPLE
const RENAMED = 'Νικολάου'

const firstNames = (page: Page) => grid(page, 'admins').locator('[role="row"] [role="gridcell"][data-col="first_name"]')

test('names in Thai, Arabic and Greek are added, found, sorted, exported, changed and picked', async ({
  page,
  platform,
}) => {
  const boss = await callerAt(platform.origin, 'super')
  for (const person of [GREEK, ARABIC])
    await boss.expect('POST', '/api/v1/admin', {
      body: {
        ...person,
        email: person.username + DOMAIN,
        role: 'SUPPORT_AGENT',
        password: DEMO_PASSWORD,
        confirm_password: DEMO_PASSWORD,
      },
    })
  await enter(page)

  await test.step('a form takes a name in Thai', async () => {
    await openPage(page, 'Admins')
    await page.getByRole('button', { name: 'Add admin' }).click()
    await fill(page, {
      'First name': THAI.first_name,
      'Last name': THAI.last_name,
      Username: THAI.username,
      Email: THAI.username + DOMAIN,
      Password: DEMO_PASSWORD,
      'Confirm password': DEMO_PASSWORD,
    })
    await dialog(page).getByRole('combobox', { name: 'Role' }).selectOption('SUPPORT_AGENT')
    await dialog(page).getByRole('button', { name: 'Add admin' }).click()
    await expect(page.getByText('Successfully Added')).toBeVisible()
    await expect(rowOf(page, THAI.last_name)).toBeVisible()
  })

  await test.step('a search finds each: without the accents of Greek and the hamza of Arabic, with the tones of Thai', async () => {
    for (const [text, found] of [
      ['αννα παπαδ', GREEK],
      ['احمد', ARABIC],
      ['แก้ว', THAI],
    ] as const) {
      await search(page, text)
      await expect(firstNames(page)).toHaveText([found.first_name])
    }
    await search(page, 'แกว')
    await expect(firstNames(page)).toHaveCount(0)
  })

  await test.step('a click on the column sorts them: Greek, Arabic, Thai', async () => {
    await search(page, DOMAIN)
    await expect(firstNames(page)).toHaveCount(3)
    await page.getByRole('columnheader', { name: 'First name' }).click()
    await expect(firstNames(page)).toHaveText([GREEK.first_name, ARABIC.first_name, THAI.first_name])
  })

  await test.step('the exported file has them, in this order, as spreadsheets read it', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const text = readFileSync(await (await downloading).path(), 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(true)
    const [, ...lines] = text.trimEnd().split('\r\n')
    expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual(
      [GREEK, ARABIC, THAI].map(({ first_name, last_name }) => [first_name, last_name]),
    )
  })

  await test.step('an edit keeps them, and the history of the record tells what was and what is', async () => {
    await page.getByRole('button', { name: `Edit ${GREEK.first_name} ${GREEK.last_name}` }).click()
    await fill(page, { 'Last name': RENAMED })
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Successfully Updated')).toBeVisible()
    const { data } = await boss.expect<{ data: { id: string }[] }>('GET', `/api/v1/admin?search=${GREEK.username}`)
    await page.goto(`/admin/${data[0]!.id}`)
    await expect(page.getByRole('heading', { name: `${GREEK.first_name} ${RENAMED}` })).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Timeline', exact: true }).getByRole('listitem').first(),
    ).toContainText(`changed the last name from ${GREEK.last_name} to ${RENAMED}`)
  })

  await test.step('a picker offers them', async () => {
    const { data } = await boss.expect<{ data: { id: string }[] }>(
      'GET',
      '/api/v1/admin-support-ticket/search?itemNo=1',
    )
    await page.goto(`/support/${data[0]!.id}`)
    await startAction(page, 'Assign…')
    const assignee = page.getByRole('alertdialog').or(dialog(page)).getByRole('combobox', { name: 'Assignee' })
    for (const [text, name] of [
      ['สมช', `${THAI.first_name} ${THAI.last_name}`],
      ['ΑΝΝΑ', `${GREEK.first_name} ${RENAMED}`],
      ['الخطيب', `${ARABIC.first_name} ${ARABIC.last_name}`],
    ] as const) {
      await assignee.fill(text)
      await expect(page.getByRole('option', { name })).toBeVisible()
    }
  })
})
