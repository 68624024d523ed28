import { yupResolver } from '@hookform/resolvers/yup'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, screen, waitFor, within } from '@storybook/test'
import { sitePage } from '@contract/records/content/site-page'
import { recordCalls } from '@contract/records/calls'
import type { RecordDefinition } from '@contract/records/record'
import { documentIn } from '@contract/rich-text/one-form'
import type { RichText } from '@contract/rich-text/rich-text'
import { formSchema } from '@contract/records/schemas'
import { onceInstead, override, pending, unreachable } from '@mocks/overrides'
import { Button } from '@design-system/primitives/Button/Button'
import { seen } from '@tests/kit/seen'
import { consoleStory, StoryConsole } from '@tests/kit/story-console'
import { CHOOSE_AGAIN, pendingValue, WAIT } from '../image-field/pending'
import type { UploadTarget } from '../image-field/upload.container'
import RichTextFieldContainer from './RichTextField.container'

interface Args {
  readOnly?: boolean
  /** Initial value of the field. */
  initial?: string
  /** What a draft or a colleague put in its place. */
  replacement?: string
  /** @param body value that a save sends */
  onSave: (body: unknown) => void
}

const record: RecordDefinition = sitePage
const TARGET: UploadTarget = { operation: recordCalls(record).upload!, field: 'body', rule: { visibility: 'public' } }
const SCHEMA = formSchema(record, 'update').pick(['body'])

/** A form with the field and its value. */
function Form({ readOnly, initial = '', replacement, onSave }: Args) {
  const form = useForm<Record<string, string>>({
    defaultValues: { body: initial },
    resolver: yupResolver(SCHEMA) as unknown as Resolver<Record<string, string>>,
    mode: 'onTouched',
  })
  const value = useWatch({ control: form.control, name: 'body' })
  const error = form.formState.errors.body?.message
  return (
    <form
      style={{ display: 'grid', gap: 16, maxWidth: 560, padding: 16 }}
      onSubmit={(event) => void form.handleSubmit(() => onSave(documentIn(form.getValues('body') ?? '')))(event)}
    >
      <RichTextFieldContainer
        label="Body"
        control={form.control}
        name="body"
        target={TARGET}
        {...(readOnly && { readOnly })}
        {...(error !== undefined && { error })}
      />
      <output aria-label="Value" hidden>
        {value}
      </output>
      {replacement !== undefined && <Button onClick={() => form.setValue('body', replacement)}>Replace</Button>}
      <Button type="submit">Save</Button>
    </form>
  )
}

const meta = {
  title: 'Flows/Rich text field',
  component: Form,
  args: { onSave: fn() },
  decorators: [
    (Shown) => (
      <StoryConsole signedInAs="CONTENT_EDITOR">
        <Shown />
      </StoryConsole>
    ),
  ],
  beforeEach: consoleStory(),
} satisfies Meta<typeof Form>
export default meta
type Story = StoryObj<typeof meta>
type UserEvent = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const text = () => screen.findByRole('textbox', { name: 'Body' })
const tool = (name: RegExp) => screen.getByRole('button', { name })
const valueNow = () => documentIn(screen.getByLabelText('Value').textContent ?? '') as RichText | null
const paragraph = (words: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text: words }] })
const written = (...content: RichText['content']) => JSON.stringify({ type: 'doc', content })

/** Selects everything in the text. */
const selectAll = (area: HTMLElement) => {
  area.focus()
  const range = document.createRange()
  range.selectNodeContents(area)
  getSelection()!.removeAllRanges()
  getSelection()!.addRange(range)
  // The editor reads the selection when the browser tells of it.
  return waitFor(() => expect(getSelection()!.toString().length).toBeGreaterThan(0))
}
/** Places the caret behind the last character. */
const toEnd = (area: HTMLElement) => {
  area.focus()
  getSelection()!.selectAllChildren(area)
  getSelection()!.collapseToEnd()
}
/** Clicks where the element is: the editor finds what is clicked by the coordinates. */
const clickAt = (userEvent: UserEvent, element: HTMLElement) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  const coords = { clientX: x + width / 2, clientY: y + height / 2 }
  return userEvent.pointer({ keys: '[MouseLeft]', target: element, coords })
}
const paste = (area: HTMLElement, data: Readonly<Record<string, string>>, files: readonly File[] = []) => {
  const clipboardData = new DataTransfer()
  for (const [kind, value] of Object.entries(data)) clipboardData.setData(kind, value)
  for (const file of files) clipboardData.items.add(file)
  area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

const WHOLE = written(
  { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'One wallet, sixteen platforms' }] },
  {
    type: 'paragraph',
    content: [
      { type: 'text', text: 'Load once, ' },
      { type: 'text', text: 'play everywhere', marks: [{ type: 'bold' }] },
      { type: 'text', text: '. Read the ' },
      { type: 'text', text: 'terms', marks: [{ type: 'link', attrs: { href: '/help/terms' } }] },
      { type: 'text', text: '. ผู้เล่นทุกคน' },
    ],
  },
  {
    type: 'orderedList',
    content: ['Load your wallet', 'Choose a platform'].map((each) => ({
      type: 'listItem',
      content: [paragraph(each)],
    })),
  },
  { type: 'blockquote', content: [paragraph('The fastest redeem I have seen.')] },
  paragraph('نحن هنا منذ عام ٢٠١٩.'),
)

/** What is written comes back unchanged: nothing is sent because somebody only looked. */
export const Ready: Story = {
  args: { initial: WHOLE },
  play: async ({ args, userEvent }) => {
    const area = await text()
    await expect(within(area).getByRole('heading', { name: 'One wallet, sixteen platforms' })).toBeVisible()
    await expect(within(area).getAllByRole('listitem')).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(args.onSave).toHaveBeenCalledWith(JSON.parse(WHOLE)))
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }
export const ReadyNarrowest: Story = { ...Ready, globals: { viewport: { value: 'narrowest' } } }

/** Each key arrives, however fast a person types. */
export const WhenItIsWritten: Story = {
  play: async ({ userEvent }) => {
    const area = await text()
    await userEvent.click(area)
    await userEvent.keyboard('Terms of use')
    await waitFor(() => expect(valueNow()).toEqual({ type: 'doc', content: [paragraph('Terms of use')] }))
    await expect(area).toHaveTextContent(/^Terms of use$/)
  },
}

/** Headings and emphasis, taken back and done again. */
export const WhenItIsFormatted: Story = {
  args: { initial: written(paragraph('Terms')) },
  play: async ({ userEvent }) => {
    const area = await text()
    await userEvent.click(area)
    const heading = tool(/^Large heading/)
    await expect(heading).toHaveAttribute('aria-pressed', 'false')
    await userEvent.click(heading)
    await waitFor(() => expect(heading).toHaveAttribute('aria-pressed', 'true'))
    await waitFor(() =>
      expect(valueNow()!.content[0]).toEqual({
        type: 'heading',
        attrs: { level: 2 },
        content: [{ type: 'text', text: 'Terms' }],
      }),
    )
    await selectAll(area)
    await userEvent.click(tool(/^Bold/))
    await waitFor(() => expect(valueNow()!.content[0]).toMatchObject({ content: [{ marks: [{ type: 'bold' }] }] }))
    // Changes of the same moment are one step.
    await userEvent.click(tool(/^Undo/))
    await userEvent.click(tool(/^Undo/))
    await waitFor(() => expect(valueNow()!.content[0]).toEqual(paragraph('Terms')))
    await userEvent.click(tool(/^Redo/))
    await waitFor(() => expect(valueNow()!.content[0]!.type).toBe('heading'))
  },
}

/** The toolbar is one stop of the Tab key; arrows, Home and End move in it. */
export const WithTheKeyboard: Story = {
  args: { initial: written(paragraph('Word')) },
  play: async ({ userEvent }) => {
    const area = await text()
    await expect(screen.getByRole('toolbar', { name: 'Format of Body' })).toHaveAttribute('aria-controls', area.id)
    await userEvent.tab()
    await expect(tool(/^Large heading/)).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(tool(/^Medium heading/)).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect(tool(/^Redo/)).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(tool(/^Large heading/)).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect(tool(/^Undo/)).toHaveFocus()
    await userEvent.tab()
    await expect(area).toHaveFocus()
    await userEvent.tab({ shift: true })
    await expect(tool(/^Undo/)).toHaveFocus()
    await userEvent.keyboard('{Home}{Enter}')
    await waitFor(() => expect(valueNow()!.content[0]!.type).toBe('heading'))
    await waitFor(() => expect(area).toHaveFocus())
    // Tab leaves the text: it writes nothing into it.
    await userEvent.tab()
    await expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
  },
}

/** A link leads to the web, an e-mail or a path of the site; anything else is refused with the reason. */
export const WhenALinkIsAdded: Story = {
  args: { initial: written(paragraph('Terms')) },
  play: async ({ userEvent }) => {
    const area = await text()
    await selectAll(area)
    await userEvent.keyboard('{Control>}k{/Control}')
    const panel = within(await screen.findByRole('dialog', { name: 'Link' }))
    const address = panel.getByRole('textbox', { name: 'Address' })
    await waitFor(() => expect(address).toHaveFocus())
    await userEvent.type(address, 'javascript:alert(1){Enter}')
    await seen(panel.findByText(/A link leads to http/))
    await userEvent.clear(address)
    await userEvent.type(address, 'help.example/terms{Enter}')
    await waitFor(() =>
      expect(valueNow()!.content[0]).toMatchObject({
        content: [{ text: 'Terms', marks: [{ type: 'link', attrs: { href: 'https://help.example/terms' } }] }],
      }),
    )
    await userEvent.click(tool(/^Link/))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove link' }))
    await waitFor(() => expect(valueNow()!.content[0]).toEqual(paragraph('Terms')))
  },
}

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
<!--StartFragment--><h1 style="color:red" onclick="alert(1)">Rules<o:p></o:p></h1>
<p class=MsoNormal style='margin:0'>Bet&nbsp;<b style='mso-bidi-font-weight:normal'>fair</b>\u200b <u>ly</u><script>alert(1)</script><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>First</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp;</span></span>Below</p>
<table><tr><td>Cell</td></tr></table><p><a href="javascript:alert(1)">bad</a> <a href="https://good.example/" target=_blank>good</a><img src="https://elsewhere.example/x.png"></p>
<!--EndFragment--></body></html>`

/** What other programs write becomes what the schema knows: text, headings, lists, emphasis and links. */
export const WhenWordIsPasted: Story = {
  play: async ({ args, userEvent }) => {
    const area = await text()
    await userEvent.click(area)
    paste(area, { 'text/html': WORD, 'text/plain': 'Rules' })
    await waitFor(() => expect(within(area).getByRole('heading', { name: 'Rules' })).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(args.onSave).toHaveBeenCalledOnce())
    const [[saved]] = (args.onSave as ReturnType<typeof fn>).mock.calls as [[RichText]]
    await expect(saved.content).toEqual([
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Rules' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Bet ' },
          { type: 'text', text: 'fair', marks: [{ type: 'bold' }] },
          { type: 'text', text: ' ly' },
        ],
      },
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [
              paragraph('First'),
              { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('Below')] }] },
            ],
          },
        ],
      },
      paragraph('Cell'),
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'bad ' },
          { type: 'text', text: 'good', marks: [{ type: 'link', attrs: { href: 'https://good.example/' } }] },
        ],
      },
    ])
  },
}

async function imageFile(name = 'coupon.png'): Promise<File> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 320, height: 120 })
  const drawing = canvas.getContext('2d')!
  drawing.fillStyle = '#2f6fde'
  drawing.fillRect(0, 0, 320, 120)
  const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), 'image/png'))
  return new File([blob], name, { type: 'image/png' })
}

/** An uploaded image is a file of the record; people who cannot see it get its description. */
export const WhenAnImageIsAdded: Story = {
  args: { initial: written(paragraph('Above'), paragraph('Below')) },
  play: async ({ args, userEvent }) => {
    const area = await text()
    await userEvent.click(within(area).getByText('Above'))
    await fireEvent.change(screen.getByLabelText('Images for Body'), { target: { files: [await imageFile()] } })
    const isStored = /^[0-9a-f-]{36}$/
    await waitFor(() =>
      expect(valueNow()!.content.map((block) => (block.type === 'image' ? block.attrs.file : ''))).toEqual([
        '',
        expect.stringMatching(isStored),
        '',
      ]),
    )
    await clickAt(userEvent, within(area).getByRole('img'))
    const description = await screen.findByRole('textbox', { name: /^Description of the image/ })
    await userEvent.type(description, 'A coupon')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(args.onSave).toHaveBeenCalledOnce())
    const [[saved]] = (args.onSave as ReturnType<typeof fn>).mock.calls as [[RichText]]
    await expect(saved.content[1]).toEqual({
      type: 'image',
      attrs: { file: expect.stringMatching(isStored), alt: 'A coupon' },
    })
  },
}

/** A save during an upload would lose the image: it is refused until the upload is done or cancelled. */
export const WhenItIsSavedDuringAnUpload: Story = {
  args: { initial: written(paragraph('Above')) },
  beforeEach: consoleStory(override('sitePage.upload', pending)),
  play: async ({ args, userEvent }) => {
    const area = await text()
    paste(area, {}, [await imageFile()])
    const uploads = within(await screen.findByRole('list', { name: 'Images being uploaded' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await seen(screen.findByText(WAIT))
    await expect(args.onSave).not.toHaveBeenCalled()
    await userEvent.click(uploads.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText(WAIT)).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(args.onSave).toHaveBeenCalledWith(JSON.parse(written(paragraph('Above')))))
  },
}

/** A file that is no image is refused with the reason, and the text goes on without it. */
export const WhenAFileIsNoImage: Story = {
  args: { initial: written(paragraph('Above')) },
  play: async ({ userEvent }) => {
    await text()
    const file = new File(['%PDF-1.7'], 'terms.pdf', { type: 'application/pdf' })
    await fireEvent.change(screen.getByLabelText('Images for Body'), { target: { files: [file] } })
    await seen(screen.findByRole('alert'))
    await waitFor(() => expect(valueNow()).toEqual(JSON.parse(written(paragraph('Above')))))
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  },
}

/** A line that is down: the same image is sent again. */
export const WhenTheLineIsDown: Story = {
  args: { initial: written(paragraph('Above')) },
  beforeEach: consoleStory(override('sitePage.upload', onceInstead(unreachable))),
  play: async ({ userEvent }) => {
    await text()
    await fireEvent.change(screen.getByLabelText('Images for Body'), { target: { files: [await imageFile()] } })
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Images being uploaded' })).toBeNull())
    await expect(valueNow()!.content.some((block) => block.type === 'image')).toBe(true)
  },
}

/** A draft, a conflict or a reload replaces the text; a draft does not keep files. */
export const WhenItIsReplaced: Story = {
  args: {
    initial: written(paragraph('Mine')),
    replacement: written(paragraph('Theirs'), { type: 'image', attrs: { file: pendingValue('lost'), alt: '' } }),
  },
  play: async ({ userEvent }) => {
    const area = await text()
    await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(area).toHaveTextContent('Theirs'))
    await seen(screen.findByText(CHOOSE_AGAIN))
  },
}

/** Whoever may not change it reads it. */
export const ReadOnly: Story = {
  args: { initial: WHOLE, readOnly: true },
  play: async () => {
    const area = await text()
    await expect(area).toHaveAttribute('contenteditable', 'false')
    await expect(area).toHaveAttribute('aria-readonly', 'true')
    await expect(screen.queryByRole('toolbar')).toBeNull()
  },
}

/** Longer than a part may be: the count says so before a save does. */
export const WhenAPartIsTooLong: Story = {
  args: { initial: written(paragraph('x'.repeat(2999))) },
  play: async ({ args, userEvent }) => {
    const area = await text()
    toEnd(area)
    await userEvent.keyboard('yz')
    await seen(screen.findByText('3,001 / 3,000 in this part'))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await seen(screen.findByText('Part 1 has 3,001 characters, up to 3000 fit'))
    await expect(args.onSave).not.toHaveBeenCalled()
  },
}
