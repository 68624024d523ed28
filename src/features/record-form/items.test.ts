import { describe, expect, it } from 'vitest'
import { platform } from '@contract/records/content/platform'
import { recordResource } from '@resources/record-resource'
import { exportText, itemTexts } from '@features/shared/cell-text'
import { sentValues, shownValue, valuesOf } from './form-values'

const resource = recordResource(platform, {
  slug: 'platform',
  route: '/platform',
  empty: { title: '', text: '' },
  columns: ['name', 'faq'],
})
const fields = resource.forms.edit!.fields
const faq = fields.find(({ name }) => name === 'faq')!
const items = [
  { question: 'Πού;', answer: 'Here.\nNot there.' },
  { question: 'เมื่อไร', answer: '=1+1' },
]

describe('a list of groups in a form', () => {
  const typed = valuesOf(fields, { faq: items }).faq!
  it('is converted to text and back without loss, to equal text for equal lists', () => {
    expect(sentValues(fields, { faq: typed }, false)).toEqual({ faq: items })
    const turned = items.map(({ question, answer }) => ({ answer, question }))
    expect(valuesOf(fields, { faq: turned }).faq).toBe(typed)
    expect(valuesOf(fields, { faq: [] }).faq).toBe('')
    expect(sentValues(fields, { faq: '' }, true)).toEqual({ faq: [] })
  })
  it('is sent with trimmed texts, and with empty ones for empty inputs', () => {
    const text = JSON.stringify([{ question: ' Why? ', answer: '' }])
    expect(sentValues(fields, { faq: text }, false)).toEqual({ faq: [{ question: 'Why?', answer: '' }] })
  })
  it('is readable in a comparison', () => {
    expect(shownValue(faq, typed, new Map())).toBe('1. Πού; – Here.\nNot there.\n2. เมื่อไร – =1+1')
    expect(shownValue(faq, '', new Map())).toBe('')
  })
  it('is a number in a list, texts on a page, and lines in an export', () => {
    const column = resource.columns.find(({ field }) => (field as string) === 'faq')!
    expect(itemTexts(column, items)[0]).toEqual([
      { title: 'Question', text: 'Πού;' },
      { title: 'Answer', text: 'Here.\nNot there.' },
    ])
    expect(exportText(column, items)).toBe('Question: Πού;; Answer: Here.\nNot there.\nQuestion: เมื่อไร; Answer: =1+1')
    expect(exportText(column, undefined)).toBe('')
  })
})
