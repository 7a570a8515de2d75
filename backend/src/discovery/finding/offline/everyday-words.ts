/** Words that begin with a capital without being names, folded. */
const WORDS = `
a about actually after again ah all alright also although always am amazing an and another any anybody anyone anything
anyway are as at awesome aw back basically be because been before being best better both but by can certainly
congratulations cool correct could course damn dear definitely did do does done dude each either else even every everybody
everyone everything exactly excellent except fair fantastic few fine first for forget from fun funny game gee get give go
going good gosh got great guess guys ha had happy has have he hello her here hers hey hi him his hm hmm hold honestly how
however huh i if in indeed instead interesting into is isn't it its just keep kind last later laughs laughter less let
like listen literally little long look lots love made make many maybe me mean might mine mm mmm mostly much music must my
never new next nice no nobody none nope not nothing now obviously of off oh ok okay on once one only oops or other our out
over own people perfect perhaps play please plus pretty probably put quite rather really remember right same say second see
sections seriously several she should show similarly since so some somebody someone something sometimes sorry sort speaking
step stop super sure take tell thank thanks that the their them then there these they thing things think third this those
though three through thus time to today together tomorrow tonight too true truly try turns two uh uh-huh uh-oh ultimately um
under unfortunately unintelligible unless until up us use usually very wait was watch we welcome well were what whatever when
where whether which while who whoa whole whose why will wish with without wonderful would wow wrong yeah yep yes yesterday yet
yo you your yours yup crosstalk inaudible applause mhmm mm-hmm gonna wanna gotta kinda lol wtf omg tldr aka etc
monday tuesday wednesday thursday friday saturday sunday mondays fridays january february march april may june july august
september october november december christmas easter spring summer autumn winter god jesus internet web online
ceo cto cfo coo cmo vp svp pm hr pr qa ui ux api apis sdk ide ides url urls http https dns ip cpu cpus gpu gpus ram ssd pc
id ids pdf csv json xml html css sql os ml ai faq eta roi kpi kpis okr okrs b2b b2c saas iot vm vms db io tv dj djs dna
mr mrs ms dr prof am pm est pst utc gmt u.s.a usd eur mb gb kb tb ms
chapter episode season part section question answer figure appendix speaker host guest narrator announcer sponsor
north south east west english spanish french german chinese japanese american americans european russian british indian
`;
const everyday: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter((word) => word !== ''));

/** "I'll" and "that's" are as everyday as "I" and "that". */
export const isEverydayWord = (word: string): boolean => {
  const folded = word.toLowerCase().replaceAll('’', "'");

  return everyday.has(folded) || everyday.has(folded.replace(/(?:n't|'(?:s|m|re|ll|ve|d|t))$/, ''));
};
