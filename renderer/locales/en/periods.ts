import type { Translated } from '../nl/dictionary.ts';
import type { periods as dutch } from '../nl/periods.ts';

export const periods: Translated<typeof dutch> = {
  label: 'Period',
  presetList: 'Set periods',
  from: 'From',
  to: 'Up to and including',
  earlier: 'Earlier period',
  later: 'Later period',
  noDate: 'Type as 31/12/2026',
  noSuchDay: 'This day does not exist',
  outOfRange: 'Choose a day from 2000 up to 2099',
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next ten years',
  previousDecade: 'Previous ten years',
  chooseMonth: 'Choose a month',
  chooseYear: 'Choose a year',
  preset: {
    today: 'Today',
    yesterday: 'Yesterday',
    'this-week': 'This week',
    'last-week': 'Last week',
    'this-month': 'This month',
    'last-month': 'Last month',
    'this-quarter': 'This quarter',
    'vat-period': 'VAT period',
    'this-year': 'This year',
  },
};
