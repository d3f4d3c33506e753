"""What an answer claims, in every language, and everything that only looks like a claim."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.features.statements import QUOTE_LIMIT, says_untested, statements, telling

CLAIMS = [
    "Done.",
    "I've added the filter.",
    "The crash is fixed.",
    "All set, the page works as expected now.",
    "Der Fehler ist behoben.",
    "Ich habe den Filter hinzugefügt.",
    "C'est corrigé, le filtre fonctionne maintenant.",
    "He añadido el filtro.",
    "Adicionei o filtro e agora funciona.",
    "Ho corretto il filtro.",
    "Het filter is toegevoegd.",
    "Naprawiłem filtr.",
    "Я исправил фильтр.",
    "Filtreyi düzelttim.",
    "フィルターを修正しました。",
    "Filter wo shuusei shimashita.",
    "필터를 수정했습니다.",
    "已修复过滤器。",
]

NO_CLAIMS = [
    "I'll add the filter now.",
    "Let me get this fixed.",
    "It will be done once the build is through.",
    "The crash is not fixed yet.",
    "I haven't fixed it.",
    "Is the crash fixed?",
    "If the crash is fixed, we can go on.",
    "When this is done, run the migration.",
    "Next steps:\n- Fixed header\n- Added footer",
    "Plan:\n1. Implemented cache\n2. Added tests",
    "- [ ] Added tests",
    "```\nDone.\nfixed it\n```",
    "> I've fixed the crash",
    'You wrote "the crash is fixed" in the ticket.',
    "The crash happens in the parser.",
    "Der Fehler ist noch nicht behoben.",
    "Ich werde den Fehler beheben.",
    "Sobald es fertig ist, melde ich mich.",
    "Le bug n'est pas corrigé.",
    "Je vais corriger le filtre.",
    "El error no está corregido.",
    "Voy a corregir el filtro.",
    "Ainda não corrigi o filtro.",
    "Non ho corretto il filtro.",
    "Het filter is nog niet toegevoegd.",
    "Jeszcze nie naprawiłem filtru.",
    "Я еще не исправил фильтр.",
    "これからフィルターを修正します。",
    "필터를 수정하겠습니다.",
    "尚未修复过滤器。",
    "修复了吗？",
]

CHECKED = [
    "All tests pass.",
    "I tested it in both browsers.",
    "The build succeeded.",
    "Alle Tests laufen durch.",
    "Tous les tests passent.",
    "Todas las pruebas pasan.",
    "Todos os testes passam.",
    "Tutti i test passano.",
    "Alle tests slagen.",
    "Wszystkie testy przechodzą.",
    "Все тесты проходят.",
    "Tüm testler geçti.",
    "すべてのテストが通りました。",
    "모든 테스트가 통과했습니다.",
    "所有测试都通过。",
]

NOT_CHECKED = [
    "Once all tests pass we can merge.",
    "The tests should be green after that, but I have not run them.",
    "Do all tests pass?",
    "Not all tests pass.",
    "I'll make sure all tests pass.",
    "Wenn alle Tests bestehen, können wir mergen.",
    "Los tests no pasaron.",
    "Fast alle Tests laufen durch.",
    "Por favor, prueba: Probe in values.yaml.",
]

HONEST = [
    "I have not tested this.",
    "I couldn't run the suite here.",
    "Please run the tests.",
    "Die Tests habe ich nicht ausgeführt.",
    "Je n'ai pas pu lancer les tests.",
    "No he ejecutado las pruebas.",
    "Não testei em produção.",
    "Non ho testato il caso vuoto.",
    "Ik heb het niet getest.",
    "Nie testowałem tego.",
    "Я не запускал тесты.",
    "Testleri çalıştırmadım.",
    "テストは実行していません。",
    "테스트하지 못했습니다.",
    "我没有运行测试。",
]


@pytest.mark.parametrize("text", CLAIMS)
def test_a_claim_of_completion_is_quoted(text: str) -> None:
    found = statements(f"src/list.ts\n\n{text}\n\nsrc/page.ts").completion
    assert [claim.quote for claim in found] == [text]


@pytest.mark.parametrize("text", NO_CLAIMS)
def test_what_only_looks_like_a_claim(text: str) -> None:
    assert statements(text).completion == ()


@pytest.mark.parametrize("text", CHECKED)
def test_a_claim_of_a_check_is_quoted(text: str) -> None:
    assert [claim.quote for claim in statements(text).verification] == [text]


@pytest.mark.parametrize("text", NOT_CHECKED)
def test_what_only_looks_like_a_check(text: str) -> None:
    assert statements(text).verification == ()
    assert says_untested(text) == bool(statements(text).untested)


@pytest.mark.parametrize("text", HONEST)
def test_an_honest_note_is_quoted(text: str) -> None:
    assert [note.quote for note in statements(text).untested] == [text]
    assert says_untested(text)
    assert statements(text).verification == ()


def test_a_claim_and_an_honest_note_in_one_sentence_are_both() -> None:
    text = "The crash is fixed, but I have not run the tests."
    read = statements(text)
    assert [claim.quote for claim in read.completion] == [text]
    assert [note.quote for note in read.untested] == [text]


def test_list_marks_and_emphasis_are_not_quoted() -> None:
    text = "Summary\n\n- **All tests pass**\n* ✅ Fixed the crash"
    read = statements(text)
    assert [claim.quote for claim in read.verification] == ["All tests pass"]
    assert [claim.quote for claim in read.completion] == ["Fixed the crash"]


def test_only_the_ends_of_a_long_answer_are_read() -> None:
    filler = "The module holds several parts.\n" * 400
    text = f"{filler}I've fixed the middle.\n{filler}All tests pass.\n"
    read = statements(text)
    assert read.completion == ()
    assert [claim.quote for claim in read.verification] == ["All tests pass."]


@given(st.lists(st.sampled_from([*CLAIMS, *NO_CLAIMS, *HONEST, "x" * 400, "\n", "é ", "- "])))
def test_quotes_are_exact_parts_of_the_answer(pieces: list[str]) -> None:
    text = " ".join(pieces)
    read = statements(text)
    for found in (*read.completion, *read.verification, *read.untested):
        assert text[found.start : found.start + len(found.quote)] == found.quote
        assert 0 < len(found.quote) <= QUOTE_LIMIT


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        ("Done. The total now includes the tax.", "Done. The total now includes the tax."),
        ("Done.\n\nI've added the **tax** to the total.", "I've added the **tax** to the total."),
        ("**Fixed**\n\nSee the table.", "Fixed"),
        ("1. **Added the tax to every total**:\n   - one line", "Added the tax to every total"),
        ("修正しました。合計に税が含まれます。", "修正しました。合計に税が含まれます。"),
    ],
)
def test_the_statement_that_says_most_is_quoted(answer: str, quote: str) -> None:
    said = telling(answer, statements(answer).completion)
    assert said == quote
    assert said in answer


def test_what_somebody_else_added_is_no_claim() -> None:
    assert statements("PR 93 (now on the main branch) added:\n\n- two constants").completion == ()
    assert statements("Added (as asked) two constants.").completion


def test_a_list_of_plans_claims_nothing() -> None:
    text = "## Next steps\n- Fixed the crash\n- Added the tax\n\nAll tests pass."
    read = statements(text)
    assert read.completion == ()
    assert [claim.quote for claim in read.verification] == ["All tests pass."]
    assert len(statements("## What I did\n- Fixed the crash\n- Added the tax").completion) == 2
