import { describe, expect, it } from '@jest/globals';
import { decodeLegacy } from './legacy-encoding.ts';
import { decodeWindows1252 } from './windows-1252.ts';

describe('a text that is not Unicode and names no encoding', () => {
  it.each([
    [
      'Polish',
      'windows-1250',
      'Dzień dobry, witamy w kolejnym odcinku naszego podcastu. Dzisiaj porozmawiamy o tym, jak zmieniała się książka w ciągu ostatnich stu lat i dlaczego wciąż ją czytamy. Moim gościem jest pani Małgorzata, która od dwudziestu lat prowadzi księgarnię w Łodzi.',
    ],
    [
      'Czech',
      'windows-1250',
      'Dobrý den, vítejte u dalšího dílu našeho podcastu. Dnes si budeme povídat o tom, jak se měnila kniha za posledních sto let a proč ji stále čteme. Mým hostem je paní Jiřina, která už dvacet let vede knihkupectví v Brně. Dobrý den, jsem moc ráda, že tu můžu být.',
    ],
    [
      'Hungarian',
      'windows-1250',
      'Jó napot kívánok, üdvözöljük önöket podcastunk legújabb adásában. Ma arról beszélgetünk, hogyan változott a könyv az elmúlt száz évben, és miért olvassuk még mindig. Vendégem Erzsébet, aki húsz éve vezet könyvesboltot Győrben. Nagyon örülök, hogy itt lehetek.',
    ],
    [
      'Romanian',
      'windows-1250',
      'Bună ziua şi bine aţi venit la un nou episod. Astăzi vorbim despre cum s-a schimbat cartea în ultima sută de ani şi de ce o citim în continuare. Invitata mea este doamna Ioana, care conduce de douăzeci de ani o librărie în Iaşi. Mă bucur foarte mult să fiu aici.',
    ],
    [
      'Croatian',
      'windows-1250',
      'Dobar dan i dobrodošli u novu epizodu našeg podcasta. Danas ćemo razgovarati o tome kako se knjiga mijenjala u posljednjih sto godina i zašto je još uvijek čitamo. Moja gošća je gospođa Željka, koja već dvadeset godina vodi knjižaru u Rijeci.',
    ],
    [
      'Turkish',
      'windows-1254',
      'Merhaba, podcastimizin yeni bölümüne hoş geldiniz. Bugün kitabın son yüz yılda nasıl değiştiğini ve neden hâlâ okuduğumuzu konuşacağız. Konuğum, yirmi yıldır İzmir’de bir kitapçı işleten Ayşe Hanım. Burada olduğum için çok mutluyum.',
    ],
    [
      'French',
      'windows-1252',
      'Bonjour et bienvenue dans ce nouvel épisode. Aujourd’hui, nous parlerons de la façon dont le livre a changé au cours du siècle dernier et pourquoi nous le lisons encore. Mon invitée est Hélène, qui tient depuis vingt ans une librairie à Besançon.',
    ],
    [
      'German',
      'windows-1252',
      'Guten Tag und herzlich willkommen zu einer neuen Folge. Heute sprechen wir darüber, wie sich das Buch in den letzten hundert Jahren verändert hat und warum wir es immer noch lesen. Mein Gast ist Jürgen Groß, der seit zwanzig Jahren eine Buchhandlung in Köln führt.',
    ],
    [
      'Spanish',
      'windows-1252',
      'Buenos días y bienvenidos a un nuevo episodio. Hoy hablaremos de cómo ha cambiado el libro en los últimos cien años y por qué seguimos leyéndolo. Mi invitada es Begoña, que desde hace veinte años dirige una librería en León. ¡Qué alegría estar aquí!',
    ],
    [
      'Portuguese',
      'windows-1252',
      'Olá e bem-vindos a mais um episódio. Hoje vamos falar de como o livro mudou nos últimos cem anos e por que ainda o lemos. A minha convidada é a Conceição, que há vinte anos tem uma livraria em Évora. Não podia estar mais contente. Comecemos pelo início:',
    ],
    [
      'Italian',
      'windows-1252',
      'Buongiorno e benvenuti a una nuova puntata. Oggi parliamo di come è cambiato il libro negli ultimi cento anni e perché lo leggiamo ancora. La mia ospite è Niccolò, che da vent’anni gestisce una libreria a Forlì. Sono felice di essere qui, così ne parliamo.',
    ],
    [
      'Swedish',
      'windows-1252',
      'Hej och välkomna till ett nytt avsnitt. I dag ska vi prata om hur boken har förändrats de senaste hundra åren och varför vi fortfarande läser den. Min gäst är Åsa, som i tjugo år har drivit en bokhandel i Malmö. Jag är så glad över att få vara här.',
    ],
    [
      'Danish',
      'windows-1252',
      'Hej og velkommen til et nyt afsnit. I dag skal vi tale om, hvordan bogen har ændret sig de sidste hundrede år, og hvorfor vi stadig læser den. Min gæst er Søren, der i tyve år har drevet en boghandel på Nørrebro. Jeg er så glad for at være her.',
    ],
    [
      'Finnish',
      'windows-1252',
      'Hei ja tervetuloa uuteen jaksoon. Tänään puhumme siitä, miten kirja on muuttunut viimeisten sadan vuoden aikana ja miksi luemme sitä yhä. Vieraani on Päivi, joka on kaksikymmentä vuotta pitänyt kirjakauppaa Jyväskylässä. Olen iloinen, että saan olla täällä.',
    ],
    [
      'Dutch',
      'windows-1252',
      'Goedendag en welkom bij een nieuwe aflevering. Vandaag praten we over hoe het boek de afgelopen honderd jaar veranderd is en waarom we het nog steeds lezen. Mijn gast is Renée, die al twintig jaar een boekhandel in België leidt. Heel fijn om hier te zijn.',
    ],
    [
      'English',
      'windows-1252',
      'Good morning and welcome to a new episode. Today we’ll talk about how the book has changed over the last hundred years — and why we still read it. “I’m so glad to be here,” says Zoë, who’s run a bookshop in Málaga for twenty years.',
    ],
    [
      'Lithuanian',
      'windows-1257',
      'Laba diena ir sveiki atvykę į naują laidą. Šiandien kalbėsime apie tai, kaip knyga pasikeitė per pastaruosius šimtą metų ir kodėl ją vis dar skaitome. Mano viešnia yra Rūta, kuri jau dvidešimt metų vadovauja knygynui Kaune. Labai džiaugiuosi galėdama čia būti.',
    ],
    [
      'Russian',
      'windows-1251',
      'Добрый день и добро пожаловать в новый выпуск нашего подкаста. Сегодня мы поговорим о том, как изменилась книга за последние сто лет и почему мы до сих пор её читаем.',
    ],
    [
      'Ukrainian',
      'windows-1251',
      'Добрий день і ласкаво просимо до нового випуску. Сьогодні ми поговоримо про те, як змінилася книга за останні сто років і чому ми досі її читаємо. Моя гостя — пані Оксана.',
    ],
    ['Greek', 'windows-1253', 'Καλημέρα και καλώς ήρθατε στο νέο επεισόδιο. Σήμερα μιλάμε για το βιβλίο.'],
    ['Hebrew', 'windows-1255', 'בוקר טוב וברוכים הבאים לפרק חדש. היום נדבר על הספר ועל השנים האחרונות.'],
    ['Arabic', 'windows-1256', 'صباح الخير ومرحبا بكم في حلقة جديدة. اليوم نتحدث عن الكتاب وكيف تغير.'],
    ['Russian', 'koi8-r', 'Добрый день и добро пожаловать в новый выпуск. Сегодня мы поговорим о книге.'],
    ['Chinese', 'gb18030', '大家好，欢迎来到新的一期节目。今天我们来聊聊这本书在过去一百年里的变化。'],
    ['Chinese, traditional', 'big5', '大家好，歡迎來到新的一期節目。今天我們來聊聊這本書在過去一百年裡的變化。'],
    ['Japanese', 'shift_jis', 'こんにちは、新しいエピソードへようこそ。今日は本について話します。'],
    ['Japanese', 'euc-jp', 'こんにちは、新しいエピソードへようこそ。今日は本について話します。'],
    ['Korean', 'euc-kr', '안녕하세요, 새로운 에피소드에 오신 것을 환영합니다. 오늘은 책에 대해 이야기합니다.'],
  ])('is read in %s, of %s', (_, label, text) => {
    const captions = text
      .split(/(?<=[.?!:。]) ?/)
      .map((said, index) => `${index}\n00:00:0${index},000 --> 00:00:0${index},900\n${said}\n`)
      .join('\n');
    const feed = `<rss version="2.0"><channel><title>${text.slice(0, 40)}</title><item><description>${text}</description><enclosure url="https://example.com/audio/file.mp3" length="1234567" type="audio/mpeg"/></item></channel></rss>`;
    for (const written of [text, captions, feed]) expect(decodeLegacy(encoded(written, label)).text).toBe(written);
  });
  it.each([
    'At the café we met Beyoncé.',
    'Søren Kierkegaard and Jörg Müller',
    '“Well” — it’s £20.',
    '© 2024 Acme',
    'Voilà',
    'so…',
    'El Niño and señor Muñoz',
    'garçon naïve à la carte',
  ])('is read as Windows-1252 where a few letters do not decide: %s', (text) => {
    expect(decodeLegacy(encoded(text, 'windows-1252'))).toEqual({ text, name: 'Windows-1252 (Latin-1)' });
  });
});

/** Node encodes nothing but Unicode, so each character is looked up among what one and two bytes mean. */
function encoded(text: string, label: string): Uint8Array {
  const decoder = label === 'windows-1252' ? { decode: decodeWindows1252 } : new TextDecoder(label);
  const known = new Map<string, number[]>();
  for (let lead = 0x80; lead <= 0xff; lead += 1) {
    for (let trail = 0x40; trail <= 0xff; trail += 1)
      known.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
    known.set(decoder.decode(Uint8Array.of(lead)), [lead]);
  }
  return Uint8Array.from(
    Array.from(text).flatMap((character) => known.get(character) ?? [character.codePointAt(0) ?? 0]),
  );
}
