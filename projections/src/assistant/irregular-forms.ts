/** English words whose forms have no common stem, each line one word. */
const FORMS = `be am is are was were been
become became
begin began begun
bite bit bitten
blow blew blown
break broke broken
bring brought
build built
buy bought
catch caught
child children
choose chose chosen
come came
deal dealt
die died dying death
do did done does
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feel felt
fight fought
find found
fly flew flown
foot feet
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone
grow grew grown
hang hung
have had has
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lead led
leave left
lend lent
lie lay lain
lose lost
make made
man men
meet met
mouse mice
overcome overcame
pay paid
person people
read reads
rebuild rebuilt
rewrite rewrote rewritten
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shine shone
shoot shot
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
stick stuck
strike struck
swear swore sworn
swim swam swum
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
tooth teeth
understand understood
wake woke woken
wear wore worn
win won
woman women
write wrote written
withdraw withdrew withdrawn`;

const SAME = new Map(
  FORMS.split('\n').flatMap((line) => {
    const words = line.split(' ');

    return words.map((word): [string, readonly string[]] => [word, words]);
  }),
);

/** The other forms of an English word, for looking up; few words have any. */
export const irregularForms = (word: string): readonly string[] => SAME.get(word) ?? [];
