export const FIRST_NAMES = splitNames(`
  Anouk, Bram, Carlijn, Daan, Eline, Fleur, Gijs, Hanneke, Inge, Jeroen, Karin, Lars, Maaike, Niels, Olga,
  Pieter, Renée, Sander, Tessa, Ulrike, Veerle, Wouter, Yvonne, Zoë, André, Chloë, Désirée, Fatima, Hülya,
  Jürgen, Loïs, Mohammed, Noëlle, Özlem, Raïsa, Thijs, Joost, Marijke, Sjoerd, Femke
`);

export const LAST_NAMES = splitNames(`
  Bakker, Bos, Brouwer, van den Berg, van Dijk, de Boer, de Graaf, de Groot, de Jong, de Vries, Dekker,
  Dijkstra, Hendriks, van der Heijden, Hoekstra, Jansen, Janssen-Smeets, Kok, Koster, Kuipers, van Leeuwen,
  van der Linden, Maas, Meijer, Mulder, Peters, Postma, Prins, Schouten, Smit, van 't Hof, van der Veen,
  Verhoeven, Vermeulen, Visser, Vos, de Wit, Willems, Yılmaz, El Amrani, Çelik, Müller, García
`);

export const COMPANY_KINDS = splitNames(`
  Bakkerij, Bed & Breakfast, Kinderopvang, Bloemisterij, Restaurant, Kantoorservice, Basisschool, Hotel,
  Makelaardij, Zorgboerderij
`);

export const COMPANY_FORMS = ['B.V.', 'V.O.F.', '& Zn.', 'Stichting', ''] as const;

export const DUTCH_TOWNS = splitNames(`
  Utrecht, Zeist, De Bilt, Nieuwegein, Amersfoort, Haarlem, Heemstede, Bloemendaal, Zandvoort, Zwolle, Kampen,
  Hattem, Deventer, Amsterdam, 's-Hertogenbosch, Súdwest-Fryslân, Eindhoven
`);

export const FOREIGN_NAMES = {
  BE: {
    first: ['Bart', 'Griet', 'Maarten', 'Amélie', 'Stijn'],
    last: ['Peeters', 'Maes', 'De Smet', 'Lambrechts', 'Dubois'],
    towns: ['Gent', 'Antwerpen', 'Leuven', 'Liège'],
    dialCode: '+32',
  },
  DE: {
    first: ['Jörg', 'Anke', 'Stefan', 'Käthe', 'Uwe'],
    last: ['Schröder', 'Weiß', 'Schmitz', 'Köhler', 'Becker'],
    towns: ['Kleve', 'Köln', 'Münster', 'Düsseldorf'],
    dialCode: '+49',
  },
  FR: {
    first: ['Hélène', 'Benoît', 'Françoise', 'Loïc', 'Margaux'],
    last: ['Lefèvre', 'Garçon', 'Moreau', "d'Arc", 'Noël'],
    towns: ['Lille', 'Orléans', 'Besançon', 'Nîmes'],
    dialCode: '+33',
  },
} as const;
export type ForeignCountry = keyof typeof FOREIGN_NAMES;

/** Splits a comma-separated list. */
function splitNames(text: string): readonly string[] {
  return text.trim().split(/,\s+/);
}
