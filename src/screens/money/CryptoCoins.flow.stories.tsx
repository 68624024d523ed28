import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import type { Draft } from '@ports/drafts'
import { cryptoCoins } from '@demo/money/crypto-coin'
import { demoId } from '@demo/rows'
import { failing, onceInstead, override, pending } from '@mocks/overrides'
import { recordOf, rowsOf, sql } from '@mocks/scene'
import { drag } from '@tests/kit/give-files'
import { chooseAction, openedDialog, richCellsDrawn } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { acts, newestApproval } from '../approval/approval.story-kit'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Money/Crypto coins',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'FINANCE' },
  args: { page: listPage('crypto-coin'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** Waits for a message, which fades in. */
const shows = async (found: Promise<HTMLElement>) => {
  const element = await found
  await waitFor(() => expect(element).toBeVisible())
}
const row = async (name: RegExp) => {
  const found = await screen.findByRole('row', { name })
  await richCellsDrawn()
  return found
}

export const Ready: Story = {
  play: async () => {
    const bitcoin = await row(/BTC/)
    await expect(bitcoin).toHaveTextContent('Bitcoin')
    await expect(bitcoin).toHaveTextContent('0.0001')
    const icon = bitcoin.querySelector<HTMLImageElement>('[data-col="icon"] img')!
    await waitFor(() => expect(icon.naturalWidth).toBeGreaterThan(0))
    await expect((await row(/LNTD/)).querySelector('[data-col="icon"] img')).toBeNull()
  },
}

/** With the right to read only, neither the form nor an action is offered. */
export const WithReadRightsOnly: Story = {
  parameters: { signedInAs: 'MANAGER' },
  play: async () => {
    const bitcoin = await row(/BTC/)
    await expect(screen.queryByRole('button', { name: 'Add coin' })).toBeNull()
    await expect(within(bitcoin).queryByRole('button', { name: /Disable deposits/ })).toBeNull()
  },
}

/** One action per direction, with a reason; afterwards the opposite action is offered. */
export const WhenDepositsAreDisabled: Story = {
  play: async ({ userEvent }) => {
    const actions = async () => userEvent.click(within(await row(/LTC/)).getByRole('button', { name: /More/ }))
    await actions()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Disable deposits' }))
    const question = within(await screen.findByRole('alertdialog', { name: /Disable deposits of LTC/ }))
    await userEvent.type(question.getByRole('textbox', { name: /Reason/ }), 'The node is down')
    await userEvent.click(question.getByRole('button', { name: 'Disable deposits' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'))
    await waitFor(async () =>
      expect((await row(/LTC/)).querySelector('[data-col="is_deposit_enabled"]')).toHaveTextContent('Off'),
    )
    await actions()
    await expect(await screen.findByRole('menuitem', { name: 'Enable deposits' })).toBeVisible()
    await expect(screen.queryByRole('menuitem', { name: 'Disable deposits' })).toBeNull()
  },
}

/** Errors are shown at their fields, and no input is lost. */
export const WhenTheInputIsRefused: Story = {
  play: async ({ userEvent }) => {
    await row(/BTC/)
    await userEvent.click(screen.getByRole('button', { name: 'Add coin' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add coin' }))
    const field = (name: RegExp) => form.getByRole('textbox', { name })
    await userEvent.click(await form.findByRole('button', { name: 'Add coin' }))
    await expect((await form.findAllByText('Required')).length).toBeGreaterThan(8)
    const typed: [RegExp, string][] = [
      [/^Symbol/, 'BTC'],
      [/^Name/, 'Bitcoin again'],
      [/^Decimals/, '8'],
      [/^Required confirmations/, '2'],
      [/^Minimum deposit/, '0.000000001'],
      [/^Minimum withdrawal/, '2'],
      [/^Maximum withdrawal/, '1'],
      [/^Network fee/, '0.1'],
    ]
    for (const [name, text] of typed) await userEvent.type(field(name), text)
    await userEvent.selectOptions(form.getByRole('combobox', { name: /^Network/ }), 'Bitcoin')
    await userEvent.click(form.getByRole('button', { name: 'Add coin' }))
    await shows(form.findByText('Not below Minimum withdrawal'))
    await userEvent.type(field(/^Maximum withdrawal/), '0')
    await userEvent.click(form.getByRole('button', { name: 'Add coin' }))
    await shows(form.findByText('This coin has 8 decimals'))
    await userEvent.clear(field(/^Minimum deposit/))
    await userEvent.type(field(/^Minimum deposit/), '0.001')
    await userEvent.click(form.getByRole('button', { name: 'Add coin' }))
    await shows(form.findByText('There is already a coin with this symbol and network'))
    await expect(field(/^Name/)).toHaveValue('Bitcoin again')
  },
}

/** An image of a single colour. */
async function picture(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(64, 64)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#0f766e'
  context.fillRect(0, 0, 64, 64)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}
interface Coin {
  id: string
  name: string
  version: number
  icon: string | null
}
const idOf = (coin: string) =>
  demoId(
    'cryptoCoin',
    cryptoCoins.findIndex(({ symbol }) => symbol === coin),
  )
const LNTD = () => recordOf<Coin>('cryptoCoin', idOf('LNTD'))
const BTC = () => recordOf<Coin>('cryptoCoin', idOf('BTC'))
/** Coins that were added. */
const DOGE = () => rowsOf<Coin>('cryptoCoin', { search: 'DOGE' })
/** An uploaded file. */
async function fileOf({ icon }: Coin) {
  const [file] = await sql<{ name: string; record_id: string }>(
    'select name, record_id::text as record_id from files where id = $1::uuid',
    [icon],
  )
  return file
}
const setIcon = (icon: string | null) => () =>
  sql('update crypto_coins set icon_id = $2::uuid where id = $1::uuid', [idOf('BTC'), icon])
/** Opens a form of the list. @returns its fields */
async function form(userEvent: UserEvent, of: 'BTC' | 'new') {
  if (of === 'new') await userEvent.click(await screen.findByRole('button', { name: 'Add coin' }))
  else {
    await userEvent.click(within(await row(/BTC/)).getByRole('button', { name: /^Edit/ }))
  }
  const dialog = await screen.findByRole('dialog', { name: of === 'new' ? 'Add coin' : /Edit BTC/ })
  const icon = await within(dialog).findByRole('group', { name: 'Icon' })
  return { dialog, form: within(dialog), icon, iconIn: within(icon) }
}
type UserEvent = Parameters<NonNullable<Story['play']>>[0]['userEvent']
async function fillNewCoin(userEvent: UserEvent, fields: ReturnType<typeof within>) {
  const typed: [RegExp, string][] = [
    [/^Symbol/, 'DOGE'],
    [/^Name/, 'Dogecoin'],
    [/^Decimals/, '8'],
    [/^Required confirmations/, '20'],
    [/^Minimum deposit/, '10'],
    [/^Minimum withdrawal/, '20'],
    [/^Maximum withdrawal/, '9000'],
    [/^Network fee/, '2'],
  ]
  for (const [name, text] of typed) await userEvent.type(fields.getByRole('textbox', { name }), text)
  await userEvent.selectOptions(fields.getByRole('combobox', { name: /^Network/ }), 'Litecoin')
}

/** The icon is dropped on its field, and the list shows it after the coin is saved. */
export const WhenACoinIsAddedWithItsIcon: Story = {
  play: async ({ userEvent }) => {
    await row(/BTC/)
    const { form: fields, icon, iconIn } = await form(userEvent, 'new')
    drag(icon, 'drop', await picture('doge.png'))
    await fillNewCoin(userEvent, fields)
    await shows(iconIn.findByRole('img', { name: 'Icon' }))
    await userEvent.click(fields.getByRole('button', { name: 'Add coin' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    const [added] = await DOGE()
    await expect(await fileOf(added!)).toEqual({ name: 'doge.png', record_id: added!.id })
    await waitFor(async () =>
      expect((await row(/DOGE/)).querySelector('[data-col="icon"] img')).toHaveAttribute(
        'src',
        `/files/${added!.icon!}?size=thumb`,
      ),
    )
  },
}

/** With the keyboard alone: Replace, Remove, save. */
export const WhenTheIconIsRemoved: Story = {
  play: async ({ userEvent }) => {
    const { form: fields, iconIn } = await form(userEvent, 'BTC')
    await shows(iconIn.findByRole('img', { name: 'Icon' }))
    iconIn.getByRole('button', { name: 'Icon Replace' }).focus()
    await userEvent.tab()
    await expect(iconIn.getByRole('button', { name: 'Remove' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(iconIn.getByRole('button', { name: 'Icon Choose image' })).toHaveFocus()
    await userEvent.click(fields.getByRole('button', { name: 'Save changes' }))
    await waitFor(async () => expect((await BTC()).icon).toBeNull())
    await waitFor(async () => expect((await row(/BTC/)).querySelector('[data-col="icon"] img')).toBeNull())
  },
}

/** Saving during the upload is refused at the field, because the coin would be saved without the icon. */
export const WhenItIsSavedWhileTheIconIsUploaded: Story = {
  beforeEach: consoleStory(override('cryptoCoin.upload', pending)),
  play: async ({ userEvent }) => {
    const { version } = await BTC()
    const { form: fields, icon, iconIn } = await form(userEvent, 'BTC')
    drag(icon, 'drop', await picture('btc.png'))
    await shows(iconIn.findByRole('progressbar'))
    await userEvent.click(fields.getByRole('button', { name: 'Save changes' }))
    await shows(fields.findByText(/not done yet/, { selector: 'p *' }))
    await expect((await BTC()).version).toBe(version)
  },
}

/** The rest of the form is kept, and the same file is sent again. */
export const WhenTheUploadFails: Story = {
  beforeEach: consoleStory(override('cryptoCoin.upload', onceInstead(failing(503)))),
  play: async ({ userEvent }) => {
    const { form: fields, icon, iconIn } = await form(userEvent, 'BTC')
    const name = fields.getByRole('textbox', { name: /^Name/ })
    await userEvent.type(name, ' Core')
    drag(icon, 'drop', await picture('btc.png'))
    await shows(fields.findByText(/The database cannot be reached/, { selector: 'p *' }))
    await expect(name).toHaveValue('Bitcoin Core')
    await userEvent.click(iconIn.getByRole('button', { name: 'Try again' }))
    await shows(iconIn.findByRole('img', { name: 'Icon' }))
    await userEvent.click(fields.getByRole('button', { name: 'Save changes' }))
    await waitFor(async () => expect(await BTC()).toMatchObject({ name: 'Bitcoin Core', version: 2 }))
    await expect(await fileOf(await BTC())).toMatchObject({ name: 'btc.png' })
  },
}

/** An invalid file is refused before it is sent, and the icon stays. */
export const WhenTheFileIsNoImage: Story = {
  play: async ({ userEvent }) => {
    const { form: fields, icon, iconIn } = await form(userEvent, 'BTC')
    drag(icon, 'drop', new File(['%PDF-1.7\n%%EOF'], 'icon.png', { type: 'image/png' }))
    await shows(fields.findByText(/This is a PDF, not an image/, { selector: 'p *' }))
    await expect(iconIn.getByRole('img', { name: 'Icon' })).toBeVisible()
  },
}

/** The form stays open and empty for the next coin; the added one is in the list. */
export const WhenSeveralCoinsAreAdded: Story = {
  play: async ({ userEvent }) => {
    const { dialog, form: fields } = await form(userEvent, 'new')
    await expect(fields.getAllByRole('group').map((group) => group.getAttribute('aria-label') ?? '')).toContain('Icon')
    await shows(fields.findByRole('group', { name: 'Limits and fees' }))
    await fillNewCoin(userEvent, fields)
    await userEvent.click(fields.getByRole('button', { name: 'Save and add another' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    await waitFor(() => expect(fields.getByRole('textbox', { name: /^Symbol/ })).toHaveValue(''))
    await expect(dialog).toBeVisible()
    await waitFor(() => expect(fields.getByRole('textbox', { name: /^Symbol/ })).toHaveFocus())
    await expect(await DOGE()).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await row(/DOGE/)
  },
}

const NOBODYS = '01890a5d-ac96-774b-bcce-b302099a8057'
/** An unattached upload is deleted after a day; a draft is kept for a week. */
export const WhenADraftIsOlderThanItsUpload: Story = {
  parameters: {
    draft: {
      values: { icon: NOBODYS, name: 'Bitcoin Core' },
      from: { icon: '', name: 'Bitcoin' },
      version: 1,
      savedAt: Date.now(),
    } satisfies Draft,
  },
  beforeEach: consoleStory(setIcon(null)),
  play: async ({ userEvent }) => {
    const { form: fields, iconIn } = await form(userEvent, 'BTC')
    await userEvent.click(await fields.findByRole('button', { name: /Restore/ }))
    await expect(fields.getByRole('textbox', { name: /^Name/ })).toHaveValue('Bitcoin Core')
    await shows(fields.findByText(/cannot be loaded/, { selector: 'p *' }))
    await userEvent.click(fields.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', expect.any(String)))
    await userEvent.click(iconIn.getByRole('button', { name: 'Remove' }))
    await userEvent.click(fields.getByRole('button', { name: 'Save changes' }))
    await waitFor(async () => expect((await BTC()).name).toBe('Bitcoin Core'))
  },
}

/** A placeholder icon replaces an image that cannot be loaded. */
export const WhenIconsCannotBeLoaded: Story = {
  beforeEach: consoleStory(setIcon(NOBODYS)),
  play: async () => {
    const bitcoin = await row(/BTC/)
    await waitFor(() => expect(bitcoin.querySelector('[data-col="icon"] img')).toBeNull())
    await expect(bitcoin.querySelector('[data-col="icon"] svg')).not.toBeNull()
  },
}

/** The forms have no rate: another person approves it. Until then the coin keeps the rate that it has. */
export const WhenAFixedRateIsAsked: Story = {
  play: async ({ userEvent }) => {
    const { form: fields } = await form(userEvent, 'BTC')
    await expect(fields.queryByText(/rate/i)).toBeNull()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await chooseAction(userEvent, await row(/LNTD/), 'Set a fixed rate')
    const question = within(await openedDialog(/^Set a fixed rate of LNTD/))
    const rate = await question.findByRole('textbox', { name: /^Fixed rate/ })
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'El emisor cambió la paridad')
    await userEvent.type(rate, '1,02')
    await userEvent.click(question.getByRole('button', { name: 'Set a fixed rate' }))
    await shows(question.findByText(/^Write it with digits/))
    await userEvent.clear(rate)
    await userEvent.type(rate, '1')
    await userEvent.click(question.getByRole('button', { name: 'Set a fixed rate' }))
    await shows(question.findByText('This is its rate already'))
    await userEvent.clear(rate)
    await userEvent.type(rate, '1.02')
    await userEvent.click(question.getByRole('button', { name: 'Set a fixed rate' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Sent for approval'))
    await expect(await newestApproval()).toMatchObject({ policy: 'COIN_RATE', status: 'PENDING', needs_step_up: true })
    await expect(await LNTD()).toMatchObject({ rate_source: 'FIXED', fixed_rate: '1' })
  },
}

/** One person gives a fixed rate up; the other way needs a second one. */
export const WhenTheFeedIsUsedAgain: Story = {
  play: async ({ userEvent }) => {
    await chooseAction(userEvent, await row(/LNTD/), 'Use the feed')
    const question = within(await openedDialog(/^Use the feed for LNTD/))
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'The issuer is late')
    await userEvent.click(question.getByRole('button', { name: 'Use the feed' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await expect(await LNTD()).toMatchObject({ rate_source: 'FEED', fixed_rate: null })
    await waitFor(async () => expect((await row(/LNTD/)).querySelector('[data-col="rate"]')).not.toHaveTextContent('1'))
  },
}

/** The contract address of a token has the form of its network; a network's own coin has none. */
export const WhenTheAddressIsOfAnotherNetwork: Story = {
  play: async ({ userEvent }) => {
    const { form: fields } = await form(userEvent, 'new')
    const network = fields.getByRole('combobox', { name: /^Network/ })
    const address = () => fields.queryByRole('textbox', { name: /^Contract address/ })
    await fillNewCoin(userEvent, fields)
    await expect(address()).toBeNull()
    await userEvent.selectOptions(network, 'Tron')
    await userEvent.type(address()!, '0xdac17f958d2ee523a2206206994597c13d831ec7')
    await userEvent.click(fields.getByRole('button', { name: 'Add coin' }))
    await shows(fields.findByText(/^Not an address of Tron/))
    await userEvent.selectOptions(network, 'Polygon')
    await userEvent.click(fields.getByRole('button', { name: 'Add coin' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    await expect(await DOGE()).toMatchObject([
      { network: 'POLYGON', contract_address: '0xdac17f958d2ee523a2206206994597c13d831ec7' },
    ])
  },
}

/** A field that is fixed after creation applies here too: a coin of Bitcoin has no contract. */
export const WhenTheNetworkHasNoContracts: Story = {
  play: async ({ userEvent }) => {
    const { form: fields } = await form(userEvent, 'BTC')
    await expect(fields.queryByRole('textbox', { name: /^Contract address/ })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(within(await row(/LNTD/)).getByRole('button', { name: /^Edit/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /Edit LNTD/ }))
    await expect(await dialog.findByRole('textbox', { name: /^Contract address/ })).toHaveValue(
      '0x4c616e7465726e20446f6c6c61722064656d6f2e',
    )
  },
}

/** The history is shown beside the list too: who did what, and why. */
export const WhenItsHistoryIsPeekedAt: Story = {
  globals: { viewport: { value: 'wide', isRotated: false } },
  beforeEach: consoleStory(() =>
    acts('FINANCE', 'cryptoCoin', 'disableDeposits', idOf('BTC'), { reason: 'The network is congested' }),
  ),
  play: async ({ userEvent }) => {
    await userEvent.click(within(await row(/BTC/)).getByRole('button', { name: /^Peek at/ }))
    const drawer = within(await screen.findByRole('complementary', { name: /BTC/ }))
    const history = within(await drawer.findByRole('region', { name: 'Timeline' }))
    await shows(history.findByText('The network is congested'))
    await shows(history.findByText(/disabled deposits/))
  },
}

/** One symbol is on several networks: the network tells its rows apart where there is little room. */
export const ReadyOnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async () => {
    const tethers = await screen.findAllByRole('row', { name: /USDT/ })
    await expect(tethers.length).toBeGreaterThan(1)
    for (const network of ['Tron', 'Ethereum'])
      await expect(tethers.filter((row) => row.textContent?.includes(network))).toHaveLength(1)
  },
}
