// Reading text files by line, with errors that name the file and the line.
#pragma once

#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

inline std::runtime_error error_at(const std::string& path, std::size_t line,
                                   const std::string& what) {
  return std::runtime_error(path + ":" + std::to_string(line) + ": " + what);
}

inline std::vector<std::string> read_lines(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + ": cannot be opened");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  if (file.bad()) throw error_at(path, lines.size() + 1, "cannot be read");
  if (lines.empty()) throw std::runtime_error(path + ": is empty, expected a segment a line");
  return lines;
}

/// Reference files, stream after stream; all must have as many lines as the first.
inline std::vector<std::string> read_streams(char** paths, std::size_t n_paths) {
  std::vector<std::string> all;
  std::size_t n_segments = 0;
  for (std::size_t k = 0; k < n_paths; ++k) {
    const std::vector<std::string> lines = read_lines(paths[k]);
    if (k == 0) n_segments = lines.size();
    if (lines.size() != n_segments) {
      throw error_at(paths[k], lines.size(),
                     "the last line; " + std::string(paths[0]) + " has " +
                         std::to_string(n_segments) + " lines");
    }
    all.insert(all.end(), lines.begin(), lines.end());
  }
  return all;
}
