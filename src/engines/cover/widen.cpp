#include "engines/cover/search.hpp"
namespace heddle::engines::cover {
SearchResult searchWiden(SearchContext &context) { return searchLean(context); }
}
